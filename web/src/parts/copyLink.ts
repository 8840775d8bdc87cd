/** Copy a link and return true; if the browser refuses, show the link in a prompt. */
export async function copyLink(link: string, message: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(link);
    return true;
  } catch {
    prompt(message, link);
    return false;
  }
}
