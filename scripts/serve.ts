/** `npm start`, second half: serves the built page and prints its address. PORT and HOST may be set. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Served, serve } from './static-server.ts'

const FIRST_PORT = 4173
const TRIES = 20

const folder = fileURLToPath(new URL('../dist', import.meta.url))
const host = process.env.HOST ?? '127.0.0.1'

const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'

/** A port that the person chose is used or refused; the usual one moves on when it is taken. */
async function serveOnFreePort(): Promise<Served> {
  const chosen = process.env.PORT
  if (chosen !== undefined) return serve({ folder, base: '/', port: Number(chosen), host })
  for (let port = FIRST_PORT; port < FIRST_PORT + TRIES; port++) {
    try {
      return await serve({ folder, base: '/', port, host })
    } catch (error) {
      if (!isTaken(error)) throw error
    }
  }
  return serve({ folder, base: '/', port: 0, host })
}

if (existsSync(`${folder}/index.html`)) {
  const { url } = await serveOnFreePort()
  process.stdout.write(`\nSegue is at ${url}\nCtrl+C stops it.\n`)
} else {
  process.stderr.write('There is no dist/index.html yet: run `npm run build` first.\n')
  process.exitCode = 1
}
