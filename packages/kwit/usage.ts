/** The help for the commands about an installation of Kwit. */
export const KWIT_USAGE = `  serve [--data <folder>] [--port <number>] [--host <address>] [--new] [--while-running]
                                   Starts the service, which runs until Ctrl+C or SIGTERM ends it.
  service install --data <folder> --url <address> [--print] [--replace]
                                   Makes systemd start Kwit with this machine; --print shows what it would write.
  service uninstall                Takes that back, and leaves the data.
  upgrade check                    Tells what the next start would do to the database, and changes nothing.
  upgrade run [--while-running]    Brings the schema of an older database to this version, as the next start would.
  upgrade undo                     Puts back the copy from before the last upgrade, while nothing was written since.
  verify-install                   Compares the files of this Kwit with those that were released.
  outdated                         Asks the npm registry for a newer version. Nothing else ever asks.
  --version                        Tells which version this is.`;
