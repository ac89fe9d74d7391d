/** Whether a failure is that code did not come: no connection, or the host has a newer build. Pure. */

/** What Chromium and Firefox, Safari, the build's own import helper and a worker without its script say. */
const SAYS =
  /dynamically imported module|module script failed|stylesheet could not be loaded|worker could not start/i

export const isNotLoaded = (message: string): boolean => SAYS.test(message)
