/** The gateway's settings for the page, as `<meta>` elements. */
function setting(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="errand-${name}"]`)?.content ?? '';
}

export const isSignUpOpen = setting('sign-up') !== 'off';

/** Address of a demonstration shop that Runs can reach; null when the operator runs none. */
export const exampleSite: string | null = setting('example-site') || null;
