const URL_LIFETIME = 60_000; // milliseconds until the file's URL is revoked; the browser reads the file some time after the click

export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), URL_LIFETIME);
}
