/** The engine beside float64, when somebody asks. */
import type { Context } from './context.ts'
import { settingsOf } from './fit.ts'

/** Rejects where it could not be computed. */
export async function compareWithReference({
  client,
  get,
  setData,
  setTasks,
}: Context): Promise<void> {
  setTasks({ comparing: true })
  try {
    setData({ agreement: await client.compare(settingsOf(get().document)) })
  } finally {
    setTasks({ comparing: false })
  }
}
