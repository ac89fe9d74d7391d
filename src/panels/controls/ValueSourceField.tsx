/** Where V comes from. Everything but the file's own values is labelled synthetic. */
import type { ValueSource } from '../../trace/prepare.ts'
import { Choice } from '../../ui/Choice.tsx'
import { Quietly } from '../../ui/late.tsx'
import { useText } from '../../ui/text.tsx'
import { soon } from '../soonPart.ts'
import { useActions, useStore } from '../useStore.ts'
import { FitNote, useNoFit } from './FitNote.tsx'
import { useUnread } from './ParameterSliders.tsx'
import { SyntheticBadge } from './SyntheticBadge.tsx'
import { words } from './text.ts'

const someWithout = soon(({ SomeWithout }) => SomeWithout)
const parameters = soon(({ ValueParameters }) => ValueParameters)

const NO_PROPS = {}

const hasParameters = ({ kind }: ValueSource): boolean => kind !== 'file' && kind !== 'zero'

/** What a source starts with when it is chosen. */
const PRESETS: Readonly<Record<ValueSource['kind'], ValueSource>> = {
  file: { kind: 'file' },
  zero: { kind: 'zero' },
  constant: { kind: 'constant', value: 0.5 },
  ramp: { kind: 'ramp', from: 0 },
  noise: { kind: 'noise', mean: 0.5, amplitude: 0.1, seed: 1 },
  fitted: { kind: 'fitted', ridge: 1 },
}

const isKind = (text: string): text is ValueSource['kind'] => text in PRESETS

export function ValueSourceField() {
  const t = useText(words)
  const { edit } = useActions()
  const source = useStore((state) => state.document.values)
  const summary = useStore((state) => state.data.summary)
  const noValues = summary !== undefined && !summary.has.values
  const unused = useUnread('values') ? t('valuesNotUsed') : undefined
  const put = (values: ValueSource): void => edit({ values }, 'values')
  const items = [
    { value: 'file', label: t('valuesFile'), unavailable: noValues ? t('noValues') : undefined },
    { value: 'zero', label: t('valuesZero') },
    { value: 'constant', label: t('valuesConstant') },
    { value: 'ramp', label: t('valuesRamp') },
    { value: 'noise', label: t('valuesNoise') },
    { value: 'fitted', label: t('valuesFitted'), unavailable: useNoFit() },
  ]
  return (
    <div className="values">
      <Choice
        label={t('values')}
        help={t('valuesHelp')}
        value={source.kind}
        items={
          unused === undefined ? items : items.map((item) => ({ ...item, unavailable: unused }))
        }
        onChange={(kind) => {
          if (isKind(kind)) edit({ values: PRESETS[kind] })
        }}
      />
      <div className="value-parameters">
        {unused === undefined && <SyntheticBadge />}
        {hasParameters(source) && (
          <Quietly part={parameters} props={{ source, disabled: unused !== undefined, put }} />
        )}
      </div>
      {source.kind === 'fitted' && unused === undefined && <FitNote />}
      {source.kind === 'file' && !noValues && summary && summary.withoutValues > 0 && (
        <Quietly part={someWithout} props={NO_PROPS} />
      )}
    </div>
  )
}
