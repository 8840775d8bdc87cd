/** Zip files: enough to read a wheel and Python's standard library, and to write one uncompressed. */
import { inflateRawSync } from "node:zlib";

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const END_SIZE = 22;
const LOCAL_SIZE = 30;
const CENTRAL_SIZE = 46;
const STORED = 0;

/** The files of an archive by path; folders are left out. */
export function readZip(archive: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  const end = archive.lastIndexOf(number(END));
  if (end < 0) throw new Error("not a zip file");
  let at = archive.readUInt32LE(end + 16);
  for (let count = archive.readUInt16LE(end + 10); count > 0; count--) {
    const [nameSize, extraSize, commentSize] = [28, 30, 32].map((field) =>
      archive.readUInt16LE(at + field),
    ) as [number, number, number];
    const name = archive.toString("utf8", at + CENTRAL_SIZE, at + CENTRAL_SIZE + nameSize);
    if (!name.endsWith("/")) files.set(name, bodyOf(archive, at));
    at += CENTRAL_SIZE + nameSize + extraSize + commentSize;
  }
  return files;
}

function bodyOf(archive: Buffer, entry: number): Buffer {
  const local = archive.readUInt32LE(entry + 42);
  const names = archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
  const begin = local + LOCAL_SIZE + names;
  const body = archive.subarray(begin, begin + archive.readUInt32LE(entry + 20));
  return archive.readUInt16LE(entry + 10) === STORED ? body : inflateRawSync(body);
}

/** An archive whose files are not compressed: it is compressed as a whole, which is smaller. */
export function writeZip(files: ReadonlyMap<string, Buffer>): Buffer {
  const parts: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const [path, body] of files) {
    const name = Buffer.from(path);
    const facts = factsOf(body, name.length);
    const local = Buffer.concat([number(LOCAL), facts, name, body]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    entries.push(Buffer.concat([number(CENTRAL), short(20), facts, tail, name]));
    parts.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(entries);
  const end = Buffer.alloc(END_SIZE);
  end.writeUInt32LE(END, 0);
  end.writeUInt16LE(files.size, 8);
  end.writeUInt16LE(files.size, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, central, end]);
}

/** What both headers of a file have in common, from the version on. The time is always the same, so
 *  that the same files give the same archive. */
function factsOf(body: Buffer, nameSize: number): Buffer {
  const facts = Buffer.alloc(26);
  facts.writeUInt16LE(20, 0);
  facts.writeUInt16LE(0x21, 8); // 1 January 1980
  facts.writeUInt32LE(checksum(body), 10);
  facts.writeUInt32LE(body.length, 14);
  facts.writeUInt32LE(body.length, 18);
  facts.writeUInt16LE(nameSize, 22);
  return facts;
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

/** The CRC-32 of a file. */
function checksum(body: Buffer): number {
  let value = 0xffffffff;
  for (const byte of body) value = TABLE[(value ^ byte) & 0xff]! ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function short(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}
