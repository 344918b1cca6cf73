// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import PushEndpoint
import Testing

/// The certificate that tests have their senders trust.
@Suite struct EndpointIdentityTests {
  @Test(arguments: [("localhost", true), ("example.com", false)])
  func
    `another program finds the certificate of an endpoint signed by itself, valid, and for its own name only`(
      host: String, isValid: Bool
    ) throws
  {
    let name = "martlet-endpoint-\(ProcessInfo.processInfo.processIdentifier)-\(host).pem"
    let file = FileManager.default.temporaryDirectory.appending(path: name)
    defer { try? FileManager.default.removeItem(at: file) }
    let certificate = Data(try EndpointIdentity().certificate).base64EncodedString(
      options: .lineLength64Characters)
    try Data("-----BEGIN CERTIFICATE-----\n\(certificate)\n-----END CERTIFICATE-----\n".utf8).write(to: file)
    let program = Process()
    program.executableURL = URL(filePath: "/usr/bin/env")
    program.arguments = [
      "openssl", "verify", "-check_ss_sig", "-verify_hostname", host, "-CAfile", file.path, file.path,
    ]
    (program.standardOutput, program.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
    try program.run()
    program.waitUntilExit()
    #expect((program.terminationStatus == 0) == isValid, "openssl ended with \(program.terminationStatus)")
  }
}
