/** What a number box says of a text that it did not take as it stands. */
import { dictionary } from './text.tsx'

export const numberWords = dictionary(
  {
    between: '{label} lies between {min} and {max}',
    atLeast: '{label} is at least {min}',
    atMost: '{label} is at most {max}',
    whole: '{label} is a whole number',
    stays: '{label} needs a number; it stays {value}',
    noNumber: '{label} needs a number',
  },
  {
    between: '{label} 在 {min} 与 {max} 之间',
    atLeast: '{label} 不小于 {min}',
    atMost: '{label} 不大于 {max}',
    whole: '{label} 是整数',
    stays: '{label} 须为数字，仍为 {value}',
    noNumber: '{label} 须为数字',
  },
)
