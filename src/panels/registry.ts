/** What the controls are made from. A context, so that the page depends on the interface only. */
import { createContext, useContext } from 'react'
import type { Estimator } from '../credit/estimator.ts'
import type { OptionSpec } from '../credit/options.ts'

export interface Registry {
  /** In the order of the menus. */
  readonly estimators: readonly Estimator[]
  /** Post-processing options every estimator has. */
  readonly postOptions: readonly OptionSpec[]
}

export const RegistryContext = createContext<Registry>({ estimators: [], postOptions: [] })

export const useRegistry = (): Registry => useContext(RegistryContext)
