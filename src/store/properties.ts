/**
 * The one list of document properties. It drives the link (names, encoding, validation), the defaults,
 * undo, and the sliders' ranges. Adding a property to the document is one entry here.
 */
import { optionSpecs } from '../credit/registry.ts'
import type { OptionSpec, OptionValue } from '../credit/options.ts'
import type { Outcomes, ValueSource } from '../trace/prepare.ts'
import type { Slot } from '../worker/api.ts'
import {
  DEFAULT_DOCUMENT,
  type DocumentState,
  type Language,
  type Theme,
  type TraceSource,
} from './document.ts'
import { readIndex, readNumber, writeNumber } from './numbers.ts'
