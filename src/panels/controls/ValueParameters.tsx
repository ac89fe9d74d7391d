/** What made up values are made by. */
import type { ValueSource } from '../../trace/prepare.ts'
import { NumberBox } from '../../ui/NumberBox.tsx'
import { useText } from '../../ui/text.tsx'
import { words } from './valueText.ts'

interface ValueParametersProps {
  readonly source: ValueSource
  readonly disabled: boolean
  readonly put: (source: ValueSource) => void
}

export function ValueParameters({ source, disabled, put }: ValueParametersProps) {
  const t = useText(words)
  return (
    <>
      {source.kind === 'constant' && (
        <Parameter
          label={t('value')}
          disabled={disabled}
          value={source.value}
          onChange={(value) => put({ ...source, value })}
        />
      )}
      {source.kind === 'ramp' && (
        <Parameter
          label={t('from')}
          disabled={disabled}
          value={source.from}
          onChange={(from) => put({ ...source, from })}
        />
      )}
      {source.kind === 'fitted' && (
        <Parameter
          label={t('ridge')}
          disabled={disabled}
          value={source.ridge}
          min={0}
          onChange={(ridge) => put({ ...source, ridge })}
        />
      )}
      {source.kind === 'noise' && (
        <>
          <Parameter
            label={t('mean')}
            disabled={disabled}
            value={source.mean}
            onChange={(mean) => put({ ...source, mean })}
          />
          <Parameter
            label={t('amplitude')}
            disabled={disabled}
            value={source.amplitude}
            min={0}
            onChange={(amplitude) => put({ ...source, amplitude })}
          />
          <Parameter
            label={t('seed')}
            disabled={disabled}
            value={source.seed}
            min={0}
            // The generator is seeded with 32 bits.
            max={0xffff_ffff}
            integer
            onChange={(seed) => put({ ...source, seed })}
          />
        </>
      )}
    </>
  )
}

interface ParameterProps {
  readonly label: string
  readonly value: number
  readonly min?: number
  readonly max?: number
  readonly integer?: boolean
  readonly disabled?: boolean
  readonly onChange: (value: number) => void
}

function Parameter({ label, integer = false, ...box }: ParameterProps) {
  return (
    <span className="parameter">
      <span aria-hidden="true">{label}</span>
      <NumberBox name={label} integer={integer} step={integer ? 1 : 0.05} {...box} />
    </span>
  )
}
