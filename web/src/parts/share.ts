/** Copy a link; where that is not allowed, show it to be copied. True: it has been copied. */
export async function copyLink(link: string, words: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(link);
    return true;
  } catch {
    prompt(words, link);
    return false;
  }
}
