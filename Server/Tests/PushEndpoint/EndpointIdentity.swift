// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import NIOSSL

/// The certificate and the key of an endpoint, made by itself. Only a sender that is told to trust
/// this certificate connects.
public struct EndpointIdentity: Sendable {
  /// The name in the certificate.
  public static let name = "localhost"

  /// DER.
  public let certificate: [UInt8]
  private let key: [UInt8]

  /// Makes a new one. It is valid from 2000 to 2100.
  public init() throws {
    let key = P256.Signing.PrivateKey()
    let name = DER.sequence(DER.set(DER.sequence(DER.commonName, DER.text(Self.name))))
    let content = DER.sequence(
      DER.version3, DER.integer(1), DER.sequence(DER.ecdsaWithSHA256), name,
      DER.sequence(DER.time("000101000000Z"), DER.longTime("21000101000000Z")), name,
      Array(key.publicKey.derRepresentation),
      DER.extensions(
        DER.sequence(DER.basicConstraints, DER.yes, DER.octets(DER.sequence(DER.yes))),
        DER.sequence(DER.subjectAlternativeName, DER.octets(DER.sequence(DER.domain(Self.name))))))
    let signature = try key.signature(for: Data(content))
    certificate = DER.sequence(
      content, DER.sequence(DER.ecdsaWithSHA256), DER.bits(Array(signature.derRepresentation)))
    self.key = Array(key.derRepresentation)
  }

  /// What the endpoint's side of TLS needs. Only speaks HTTP/2.
  func tls() throws -> NIOSSLContext {
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: [.certificate(try NIOSSLCertificate(bytes: certificate, format: .der))],
      privateKey: .privateKey(try NIOSSLPrivateKey(bytes: key, format: .der)))
    configuration.applicationProtocols = ["h2"]
    return try NIOSSLContext(configuration: configuration)
  }
}

/// The parts of a certificate (RFC 5280) in DER: a tag, a length and the content.
private enum DER {
  static let version3 = element(0xA0, integer(2))
  static let yes = element(0x01, [0xFF])
  /// 1.2.840.10045.4.3.2
  static let ecdsaWithSHA256 = element(0x06, [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x03, 0x02])
  /// 2.5.4.3
  static let commonName = element(0x06, [0x55, 0x04, 0x03])
  /// 2.5.29.19
  static let basicConstraints = element(0x06, [0x55, 0x1D, 0x13])
  /// 2.5.29.17
  static let subjectAlternativeName = element(0x06, [0x55, 0x1D, 0x11])

  static func integer(_ number: UInt8) -> [UInt8] { element(0x02, [number]) }
  static func bits(_ bytes: [UInt8]) -> [UInt8] { element(0x03, [0] + bytes) }
  static func octets(_ bytes: [UInt8]) -> [UInt8] { element(0x04, bytes) }
  static func text(_ text: String) -> [UInt8] { element(0x0C, Array(text.utf8)) }
  /// Until 2049.
  static func time(_ text: String) -> [UInt8] { element(0x17, Array(text.utf8)) }
  /// From 2050.
  static func longTime(_ text: String) -> [UInt8] { element(0x18, Array(text.utf8)) }
  static func sequence(_ parts: [UInt8]...) -> [UInt8] { element(0x30, parts.flatMap { $0 }) }
  static func set(_ part: [UInt8]) -> [UInt8] { element(0x31, part) }
  static func domain(_ name: String) -> [UInt8] { element(0x82, Array(name.utf8)) }
  static func extensions(_ parts: [UInt8]...) -> [UInt8] {
    element(0xA3, element(0x30, parts.flatMap { $0 }))
  }

  private static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    let length: [UInt8] =
      switch content.count {
      case ..<0x80: [UInt8(content.count)]
      case ..<0x100: [0x81, UInt8(content.count)]
      default: [0x82, UInt8(content.count >> 8), UInt8(content.count & 0xFF)]
      }
    return [tag] + length + content
  }
}
