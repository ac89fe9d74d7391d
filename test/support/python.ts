/** Runs generated Python snippets, all in one python3, and gives back what each printed. */
import { spawnSync } from 'node:child_process'
import { ensurePython } from '../../scripts/python.ts'

export interface Script {
  readonly id: string
  readonly code: string
  /** Canonical rows, which the snippet opens as its first argument. */
  readonly rows: readonly unknown[]
}

export interface Printed {
  readonly advantages: readonly (readonly number[])[]
  readonly returns?: readonly (readonly number[])[]
}

export type Ran =
  | { readonly id: string; readonly printed: Printed }
  | { readonly id: string; readonly error: string }

/** What a snippet printed; throws what Python said where it failed. */
export function printedBy(ran: Ran): Printed {
  if ('error' in ran) throw new Error(`${ran.id}: ${ran.error}`)
  return ran.printed
}

/** Every snippet is executed as `python3 credit.py rows.jsonl` would be, with `open` giving its rows. */
const DRIVER = `
import contextlib, io, json, sys, traceback, warnings
warnings.simplefilter('error')
sys.argv = ['credit.py', 'rows.jsonl']
done = []
for script in json.load(sys.stdin):
    lines = '\\n'.join(json.dumps(row) for row in script['rows'])
    out = io.StringIO()
    try:
        code = compile(script['code'], script['id'], 'exec')
        with contextlib.redirect_stdout(out):
            exec(code, {'__name__': '__main__', 'open': lambda *_, **__: io.StringIO(lines)})
        done.append({'id': script['id'], 'printed': json.loads(out.getvalue())})
    except Exception:
        done.append({'id': script['id'], 'error': traceback.format_exc()})
json.dump(done, sys.stdout)
`

export function runScripts(scripts: readonly Script[]): readonly Ran[] {
  const { status, stdout, stderr } = spawnSync(ensurePython(), ['-c', DRIVER], {
    input: JSON.stringify(scripts),
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  if (status !== 0) throw new Error(`python3 failed: ${stderr}`)
  return JSON.parse(stdout)
}
