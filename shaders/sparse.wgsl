// Every reward stands in the run table; the column of rewards is not read. Stands before blocks.wgsl,
// as dense.wgsl does otherwise: a choice at each quad would cost adapters on the CPU a fifth of their time.

const DENSE = false;
