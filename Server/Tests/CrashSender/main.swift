// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import APNs
import Domain
import Foundation
import MartletCore
import MartletKit
import Pushing
import StoreSQLite

// Sends the runs in a data folder to an endpoint on loopback, for as long as it lives. Made to be
// killed. Arguments: folder, encryption key as Base64, name and port of the endpoint, its
// certificate as Base64, and by how many seconds its clock is ahead: later processes are later, so
// that the claims of those that were killed have ended.

let arguments = CommandLine.arguments
let folder = arguments[1]
guard let key = KeySafe.key(arguments[2]), let port = Int(arguments[4]),
  let certificate = Data(base64Encoded: arguments[5]),
  let ahead = Int(arguments[6])
else { fatalError("The arguments are not valid.") }

var environment = Environment.live
let now = environment.now
environment.now = { now() + .seconds(ahead) }
let store = try SQLiteStore(directory: folder)
let host = APNsHost(
  name: arguments[3], address: "127.0.0.1", port: port, trust: .certificates([Array(certificate)]))
let keyring = PushKeyring(store: store, safe: KeySafe(.key(key)), environment: environment)
FileHandle.standardOutput.write(Data("ready\n".utf8))
await PushWorker(
  store: store, keyring: keyring, hosts: PushHosts(production: host, development: host),
  environment: environment
).run()
