/** Many compiled files in one: the length of the index, the index (JSON: path → offset and length), the files. */

/** Prefix of the paths of the machine's own Python files. */
export const EMBEDDED = '<vram-ledger>/';

/** Packs compiled files by path. */
export function packArchive(files: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const index: Record<string, [number, number]> = {};
  let offset = 0;
  for (const [path, data] of files) {
    index[path] = [offset, data.length];
    offset += data.length;
  }
  const head = new TextEncoder().encode(JSON.stringify(index));
  const archive = new Uint8Array(4 + head.length + offset);
  new DataView(archive.buffer).setUint32(0, head.length);
  archive.set(head, 4);
  let at = 4 + head.length;
  for (const data of files.values()) {
    archive.set(data, at);
    at += data.length;
  }
  return archive;
}

/** The files of an archive, as views of it. */
export function unpackArchive(archive: Uint8Array): Map<string, Uint8Array> {
  const length = new DataView(archive.buffer, archive.byteOffset).getUint32(0);
  const index = JSON.parse(new TextDecoder().decode(archive.subarray(4, 4 + length))) as Record<
    string,
    [number, number]
  >;
  const start = 4 + length;
  return new Map(
    Object.entries(index).map(([path, [offset, size]]) => [
      path,
      archive.subarray(start + offset, start + offset + size),
    ]),
  );
}
