/** Python's standard library without the modules that the game does not use. */
import { readZip, writeZip } from "./zip.ts";

/** Modules and packages that nothing in the page imports: networks, files, windows and tools. */
const UNUSED = new Set(
  `
  _aix_support _android_support _apple_support _ios_support _markupbase _osx_support _pydatetime
  _pyio _pyrepl _pylong __hello__ __phello__ antigravity bdb cProfile cmd compileall
  configparser csv ctypes curses dbm difflib doctest email ensurepip filecmp fileinput ftplib
  getopt getpass html http idlelib imaplib imghdr ipaddress lib2to3 mailbox mimetypes
  modulefinder multiprocessing netrc optparse pdb pickletools plistlib poplib profiling pstats
  pty py_compile pyclbr pydoc pydoc_data quopri rlcompleter sched shelve smtplib sqlite3
  sre_compile sre_constants sre_parse statistics symtable tabnanny tarfile test this timeit
  tkinter tomllib trace tracemalloc tty turtle turtledemo unittest venv wave webbrowser wsgiref
  xml xmlrpc zipapp zoneinfo
`
    .trim()
    .split(/\s+/),
);

/** Of the encodings, only these: nothing else is read or written. */
const ENCODINGS =
  /^encodings\/(__init__|aliases|ascii|cp437|latin_1|raw_unicode_escape|unicode_escape|utf_8|utf_16|utf_32|idna|punycode)\.py$/;

export function trimmedLibrary(archive: Buffer): Buffer {
  const kept = [...readZip(archive)].filter(([path]) => isUsed(path));
  return writeZip(new Map(kept.sort(([one], [other]) => (one < other ? -1 : 1))));
}

function isUsed(path: string): boolean {
  if (path.startsWith("encodings/")) return ENCODINGS.test(path);
  const [top = ""] = path.split("/");
  return !UNUSED.has(top.replace(/\.pyc?$/, ""));
}
