// Rewards are read node by node.

const DENSE = true;
