// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// Keys as operators make them, by the command line.
enum OpenSSL {
  struct Failed: Error { var text: String }

  static func privateKey(rsaBits: Int) throws -> String {
    try run(["genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:\(rsaBits)"])
  }

  static func privateKey(curve: String) throws -> String {
    try run(["genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:\(curve)"])
  }

  static func publicKey(of privateKey: String, _ arguments: [String] = ["pkey", "-pubout"]) throws -> String {
    try run(arguments, input: privateKey)
  }

  static func run(_ arguments: [String], input: String = "") throws -> String {
    String(decoding: try run(arguments, data: Data(input.utf8)), as: UTF8.self)
  }

  static func run(_ arguments: [String], data: Data) throws -> Data {
    let process = Process()
    let (inward, outward, errors) = (Pipe(), Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["openssl"] + arguments
    process.standardInput = inward
    process.standardOutput = outward
    process.standardError = errors
    try process.run()
    // Keys are far smaller than what a pipe holds.
    try inward.fileHandleForWriting.write(contentsOf: data)
    try inward.fileHandleForWriting.close()
    let output = outward.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failed(text: String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self))
    }
    return output
  }
}
