/** A plain static file server: what any static host does, and nothing more (no headers but the type). */
import { createReadStream, statSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize, resolve, sep } from 'node:path'

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.jsonl': 'application/x-ndjson; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.wgsl': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
}

export interface ServeOptions {
  readonly folder: string
  /** Path under which the folder appears, with slashes at both ends. */
  readonly base: string
  /** 0: any free port. */
  readonly port: number
  readonly host: string
  /** Called with the path of every request. */
  readonly onRequest?: (path: string) => void
}

export interface Served {
  /** Address of the page, e.g. `http://127.0.0.1:4173/`. */
  readonly url: string
  close(): Promise<void>
}

/** The file a request path stands for, or undefined: outside `base`, outside the folder, or absent. */
export function fileOf(folder: string, base: string, requestPath: string): string | undefined {
  let path: string
  try {
    path = decodeURIComponent(requestPath.split(/[?#]/)[0])
  } catch {
    return undefined
  }
  if (!path.startsWith(base) || path.includes('\0')) return undefined
  const root = resolve(folder)
  const file = join(root, normalize(`/${path.slice(base.length)}`))
  if (file !== root && !file.startsWith(root + sep)) return undefined
  const stat = statSync(file, { throwIfNoEntry: false })
  if (stat?.isFile()) return file
  const index = join(file, 'index.html')
  return stat?.isDirectory() && path.endsWith('/') && statSync(index, { throwIfNoEntry: false })
    ? index
    : undefined
}

function answer(options: ServeOptions, request: IncomingMessage, response: ServerResponse): void {
  options.onRequest?.(request.url ?? '/')
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const file = isRead ? fileOf(options.folder, options.base, request.url ?? '/') : undefined
  if (!file) {
    response.writeHead(isRead ? 404 : 405, { 'Content-Type': 'text/plain' }).end('Not found\n')
    return
  }
  const type = TYPES[extname(file)] ?? 'application/octet-stream'
  response.writeHead(200, { 'Content-Type': type, 'Content-Length': statSync(file).size })
  if (request.method === 'HEAD') response.end()
  else createReadStream(file).pipe(response)
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((done, fail) => {
    server.once('error', fail)
    server.listen(port, host, () => {
      server.off('error', fail)
      done()
    })
  })
}

/** Serves the folder; a taken port rejects with the system's EADDRINUSE error. */
export async function serve(options: ServeOptions): Promise<Served> {
  const server = createServer((request, response) => answer(options, request, response))
  await listen(server, options.port, options.host)
  const { port } = server.address() as AddressInfo
  return {
    url: `http://${options.host}:${port}${options.base}`,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
}
