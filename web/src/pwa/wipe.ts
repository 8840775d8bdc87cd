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
  const databases = await indexedDB.databases();
  await Promise.all(databases.map(({ name }) => name !== undefined && deleteDatabase(name)));
}

/** Delete a database; another tab that has it open deletes it when it closes. */
const deleteDatabase = (name: string) =>
  new Promise((done) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = request.onerror = request.onblocked = done;
  });

/** Without the service worker there are no push messages either. */
async function removeWorkers(): Promise<void> {
  const workers = await navigator.serviceWorker.getRegistrations();
  await Promise.all(workers.map((worker) => worker.unregister()));
}

let isDeleting = false; // in this tab

/** Whether this tab is deleting everything. Under https the answer wipes the storage for it too. */
export function setDeleting(isNow: boolean): void {
  isDeleting = isNow;
}

/** Start anew in all other tabs when one of them has wiped the storage. */
export function watchForWipe(): void {
  addEventListener("storage", ({ key }) => {
    if (key === null && !isDeleting) location.replace("/");
  });
}
