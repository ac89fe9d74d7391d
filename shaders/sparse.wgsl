// Every reward stands in the run table; the column of rewards is not bound.

const DENSE = false;
