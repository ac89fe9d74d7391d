/** Exact numbers of one token. */
import type { ReactNode } from 'react'
import type { SpanKind } from '../../trace/batch.ts'
import { formatCount, formatNumber, formatSigned, withoutNoise } from '../../ui/format.ts'
import { useText } from '../../ui/text.tsx'
import type { TokenView } from '../../worker/api.ts'
import { SyntheticBadge } from '../controls/SyntheticBadge.tsx'
import { useIsApproximate } from '../useStore.ts'
import { cardWords } from './cardText.ts'
import { visibleText } from './visible.ts'
import './token.css'

const KIND = {
  action: 'kindAction',
  observation: 'kindObservation',
  skeleton: 'kindSkeleton',
  summary: 'kindSummary',
  prompt: 'kindPrompt',
} as const satisfies Record<SpanKind, string>

export function TokenCard({ token }: { readonly token: TokenView }) {
  const t = useText(cardWords)
  const acts = token.mask === 1
  const approximate = useIsApproximate()
  const { value, advantageA, advantageB } = token
  // A return is A + V: where the two cancel, what float32 leaves is shown as 0.
  const returnA = withoutNoise(token.returnA, advantageA, value)
  const returnB = withoutNoise(token.returnB, advantageB, value)
  return (
    <div className="token-card">
      <div className="token-where">
        <span>
          {t('where', {
            segment: token.segment,
            position: formatCount(token.position, approximate),
          })}
        </span>
        {token.text !== undefined && <code className="token-text">{visibleText(token.text)}</code>}
      </div>
      {token.action !== undefined && (
        <p className="quiet">{t('action', { n: formatCount(token.action, approximate) })}</p>
      )}
      <dl className="pairs">
        <Pair name={t('kind')} title={token.kind === 'skeleton' ? t('skeletonHelp') : undefined}>
          {t(KIND[token.kind])}
        </Pair>
        <Pair name={t('mask')}>{token.mask}</Pair>
        {token.tokenId !== undefined && <Pair name={t('tokenId')}>{token.tokenId}</Pair>}
        <Pair name={t('value')} note={<SyntheticBadge of={value === undefined ? 'none' : 'one'} />}>
          {formatNumber(value)}
        </Pair>
        <Pair name={t('reward')}>{formatNumber(token.reward)}</Pair>
      </dl>
      {acts ? (
        <table className="numbers token-numbers">
          <thead>
            <tr>
              <td />
              <th scope="col" className="slot-a">
                A
              </th>
              <th scope="col" className="slot-b">
                B
              </th>
              <th scope="col">{t('difference')}</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">{t('advantage')}</th>
              <td>{formatSigned(advantageA)}</td>
              <td>{formatSigned(advantageB)}</td>
              <td>{formatSigned(differenceOf(advantageB, advantageA))}</td>
            </tr>
            <tr>
              <th scope="row">{t('returns')}</th>
              <td>{formatNumber(returnA)}</td>
              <td>{formatNumber(returnB)}</td>
              <td>{formatSigned(differenceOf(returnB, returnA))}</td>
            </tr>
          </tbody>
        </table>
      ) : (
        <p className="quiet">{t('masked')}</p>
      )}
      {token.removedBy.length > 0 && (
        <p className="quiet">
          {t('removed', { slots: token.removedBy.map((slot) => slot.toUpperCase()).join(' + ') })}
        </p>
      )}
      {(token.ratio !== undefined || token.recordedAdvantage !== undefined) && (
        <dl className="pairs">
          {token.ratio !== undefined && (
            <Pair
              name={t('ratio')}
              note={
                <>
                  {token.simulatedRatio && <span className="badge">{t('simulated')}</span>}
                  {token.fate === 'dropped' && <span className="badge">{t('dropped')}</span>}
                  {token.fate === 'changed' && <span className="badge">{t('changed')}</span>}
                </>
              }
            >
              {formatNumber(token.ratio)}
            </Pair>
          )}
          {token.coefficient !== undefined && (
            <Pair name={t('coefficient')} title={t('coefficientHelp')}>
              {formatSigned(token.coefficient)}
            </Pair>
          )}
          {token.recordedAdvantage !== undefined && (
            <Pair name={t('recorded')} title={t('recordedHelp')}>
              {formatSigned(token.recordedAdvantage)}
            </Pair>
          )}
        </dl>
      )}
    </div>
  )
}

const differenceOf = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined || other === undefined ? undefined : withoutNoise(one - other, one, other)

interface PairProps {
  readonly name: string
  readonly title?: string
  readonly note?: ReactNode
  readonly children: ReactNode
}

function Pair({ name, title, note, children }: PairProps) {
  return (
    <div className="pair" title={title}>
      <dt>
        {name} {note}
      </dt>
      <dd>{children}</dd>
    </div>
  )
}
