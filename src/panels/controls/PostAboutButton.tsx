/** Beside an option of post-processing: about the rule that is on, or about all that could be. */
import { type OptionSpec, type Options, optionOf } from '../../credit/options.ts'
import { ruleAt, stageOf } from '../../credit/post-registry.ts'
import { AboutButton } from '../about/AboutButton.tsx'
import { useSpecText } from './specText.ts'

interface PostAboutButtonProps {
  readonly spec: OptionSpec
  readonly options: Options
}

/** Nothing beside options that switch no rule. */
export function PostAboutButton({ spec, options }: PostAboutButtonProps) {
  const text = useSpecText()
  const stage = stageOf(spec.name)
  if (!stage) return null
  const value = optionOf(spec, options)
  const rule = ruleAt(stage, value)
  return (
    <AboutButton
      subject={rule ? { kind: 'post', stage, method: rule } : { kind: 'stage', stage }}
      title={rule ? text.setting(spec, value) : text.option(spec)}
    />
  )
}
