/** Copy a link; if the browser refuses, show it in a prompt. True if it was copied. */
export async function copyLink(link: string, words: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(link);
    return true;
  } catch {
    prompt(words, link);
    return false;
  }
}
