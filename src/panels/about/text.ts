import { dictionary } from '../../ui/text.tsx'

export const words = dictionary(
  {
    about: 'About {name}',
  },
  {
    about: '关于“{name}”',
  },
)
