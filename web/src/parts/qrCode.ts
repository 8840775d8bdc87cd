/** The dark modules of a QR code as path data, row by row, and the number of modules on a side. */
export async function qrCode(text: string): Promise<{ size: number; path: string }> {
  const { generate } = await import("lean-qr");
  const code = generate(text);
  let path = "";
  for (let y = 0; y < code.size; y++) {
    for (let x = 0; x < code.size; x++) {
      let length = 0;
      while (x + length < code.size && code.get(x + length, y)) length++;
      if (length > 0) path += `M${x} ${y}h${length}v1h-${length}z`;
      x += length;
    }
  }
  return { size: code.size, path };
}
