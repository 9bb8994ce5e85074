/** What a list looks like. Spreadsheets take the mark at its start for a sign of UTF-8. */
export const listTemplate =
  '\ufeffFirst name,Last name,Email,Department,Start month\r\nAda,Example,ada@example.com,Accounts,\r\nBen,Example,ben@example.com,Workshop,2026-03\r\n';

export function saveTemplate(): void {
  const address = URL.createObjectURL(new Blob([listTemplate], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = 'Training list.csv';
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
