/** Milliseconds: some browsers read the file a moment after the click. */
const READ = 10_000;

/** Downloads content as a file. */
export function save(name: string, content: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(link.href), READ);
}
