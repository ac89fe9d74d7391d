/** Line icons on a 16 × 16 grid, stroke = current colour. Decorative: the control carries the name. */
const PATHS = {
  undo: 'M6 3.5 3 6.5l3 3M3 6.5h6.5a3.5 3.5 0 0 1 0 7H7',
  redo: 'm10 3.5 3 3-3 3M13 6.5H6.5a3.5 3.5 0 0 0 0 7H9',
  sun: 'M8 5.2a2.8 2.8 0 1 1 0 5.6 2.8 2.8 0 0 1 0-5.6M8 1.5v1.4M8 13.1v1.4M1.5 8h1.4M13.1 8h1.4M3.4 3.4l1 1M11.6 11.6l1 1M12.6 3.4l-1 1M4.4 11.6l-1 1',
  moon: 'M13 9.6A5.5 5.5 0 0 1 6.4 3a5.5 5.5 0 1 0 6.6 6.6Z',
  contrast: 'M8 2.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11v11M8 5.5h4.6M8 8h5.4M8 10.5h4.6',
  close: 'm4 4 8 8M12 4l-8 8',
  down: 'm4.5 6.5 3.5 3.5 3.5-3.5',
  right: 'm6.5 4.5 3.5 3.5-3.5 3.5',
  swap: 'M5 13V3.5M2.5 6 5 3.5 7.5 6M11 3v9.5M8.5 10l2.5 2.5 2.5-2.5',
  open: 'M1.5 12.5v-9h4l1.5 2h7.5v7Z',
  share: 'M8 10V2M5 4.8 8 2l3 2.8M3.5 8v5.5h9V8',
  export: 'M8 2v8M5 7.2 8 10l3-2.8M3.5 11v2.5h9V11',
  copy: 'M5.5 5.5h8v8h-8ZM10.5 5.5v-3h-8v8h3',
  search: 'M7 2.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9M10.3 10.3l3.2 3.2',
  up: 'M8 13V3.5M4.5 7 8 3.5 11.5 7',
  falling: 'M8 3v9.5M4.5 9 8 12.5 11.5 9',
  warn: 'M8 2 14.5 13.5h-13ZM8 6.5v3.2M8 11.4v.3',
  check: 'm3.5 8.5 3 3 6-7',
  info: 'M8 2.2a5.8 5.8 0 1 1 0 11.6A5.8 5.8 0 0 1 8 2.2M8 7.3v3.6M8 5v.3',
  help: 'M8 2.2a5.8 5.8 0 1 1 0 11.6A5.8 5.8 0 0 1 8 2.2M6.2 6.4a1.8 1.8 0 1 1 2.6 1.6c-.5.3-.8.6-.8 1.2M8 11.1v.3',
  keyboard: 'M1.5 4h13v8h-13ZM4 6.5h.3M6.5 6.5h.3M9 6.5h.3M11.5 6.5h.3M4.5 9.5h7',
} as const

export type IconName = keyof typeof PATHS

export function Icon({ name, size = 16 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg
      className="icon"
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={PATHS[name]} />
    </svg>
  )
}
