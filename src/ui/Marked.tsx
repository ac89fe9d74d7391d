/** A sentence with names of columns and options between backticks. */
export const Marked = ({ text }: { readonly text: string }) =>
  text.split('`').map((part, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text stay where they are
    at % 2 === 0 ? part : <code key={at}>{part}</code>,
  )

/** The same where there is only plain text, as in a tooltip. */
export const unmarked = (text: string): string => text.replaceAll('`', '')
