/** Public ids of the trainers' conventions, for who asks no more than whether there is one: a link. */
export const PRESET_IDS = [
  'verl-b178a3cd',
  'verl-1dda039b',
  'slime-624b824a',
  'miles-31f1ca96',
  'roll-8eb27cc2',
  'openrlhf-3c3be623',
  'skyrl-a9564572',
  'areal-4aef98d8',
  'nemo-rl-7ea279ab',
  'trl-f2cd5771',
  'prime-rl-559b4477',
  'compactionrl-paper',
  'compactionrl-ukpkhkk-c638e361',
  'compactionrl-ajing',
  'compactionrl-yeto',
  'sao-paper',
] as const
