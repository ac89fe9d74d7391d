/** Everything that the registries say of a method, or of every rule that a stage of post-processing offers. */
import { Marked } from '../../ui/Marked.tsx'
import { useEstimatorAbout } from '../controls/estimatorAbout.ts'
import { usePostAbout } from '../controls/postAbout.ts'
import { useSpecText } from '../controls/specText.ts'
import { useRuleAbout } from '../ratio/ruleAbout.ts'
import { useModeAbout } from '../weights/modeAbout.ts'
import type { AboutMethod, AboutProps, AboutSubject } from './about.ts'
import { MethodBody, MethodSection } from './MethodBody.tsx'
import './about.css'

export function AboutBody({ subject }: AboutProps) {
  const { help, methods } = useAbout(subject)
  if (methods.length === 1) return <MethodBody about={methods[0]} />
  return (
    <>
      {help !== undefined && (
        <p className="about-quiet">
          <Marked text={help} />
        </p>
      )}
      {methods.map((about) => (
        <MethodSection key={about.title} about={about} />
      ))}
    </>
  )
}

interface About {
  readonly methods: readonly AboutMethod[]
  /** What all of them are for. */
  readonly help?: string
}

function useAbout(subject: AboutSubject): About {
  const estimator = useEstimatorAbout()
  const rule = useRuleAbout()
  const mode = useModeAbout()
  const post = usePostAbout()
  const text = useSpecText()
  switch (subject.kind) {
    case 'estimator':
      return { methods: [estimator(subject.method)] }
    case 'rule':
      return { methods: [rule(subject.method)] }
    case 'mode':
      return { methods: [mode(subject.method)] }
    case 'post':
      return { methods: [post(subject.method, subject.stage)] }
    case 'stage':
      return {
        methods: subject.stage.rules.map((one) => post(one, subject.stage)),
        help: text.help(subject.stage),
      }
  }
}
