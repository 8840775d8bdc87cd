/** Removes everything that the pages have stored in this browser. The server removes the cookie. */
export async function wipeDevice(): Promise<void> {
  await Promise.allSettled([clearStorage(), deleteCaches(), deleteDatabases(), removeWorkers()]);
}

async function clearStorage(): Promise<void> {
  localStorage.clear();
  sessionStorage.clear();
}

async function deleteCaches(): Promise<void> {
  const names = await caches.keys(); // fails without https, where there are none
  await Promise.all(names.map((name) => caches.delete(name)));
}

async function deleteDatabases(): Promise<void> {
  const names = (await indexedDB.databases()).flatMap(({ name }) => name ?? []);
  await Promise.all(names.map(deleteDatabase));
}

/** Delete a database; one that another tab still has open is deleted when that tab closes it. */
function deleteDatabase(name: string): Promise<void> {
  return new Promise((done) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = request.onerror = request.onblocked = () => done();
  });
}

/** Without the service worker there are no push messages either. */
async function removeWorkers(): Promise<void> {
  const workers = await navigator.serviceWorker.getRegistrations();
  await Promise.all(workers.map((worker) => worker.unregister()));
}

let isOwnWipe = false;

/** Call this before a deletion is asked for: its answer wipes the storage too, over https, and
 *  browsers then tell this tab as well. */
export function expectWipe(isExpected: boolean): void {
  isOwnWipe = isExpected;
}

/** Start anew in all other tabs when one of them has wiped the storage. */
export function watchForWipe(): void {
  addEventListener("storage", ({ key }) => {
    if (key === null && !isOwnWipe) location.replace("/");
  });
}
