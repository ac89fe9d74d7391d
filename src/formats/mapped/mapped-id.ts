/** Id of the format in `LoadedFile.format`; alone, so that the page need not load the reader for it. */
export const MAPPED_ID = 'mapped'
