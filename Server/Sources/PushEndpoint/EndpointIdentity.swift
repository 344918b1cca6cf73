// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import NIOSSL
import SwiftASN1
import X509

/// The certificate and the key of an endpoint, made by itself. Only a sender that is told to trust this certificate connects.
public struct EndpointIdentity: Sendable {
  /// The name in the certificate.
  public static let name = "localhost"

  /// DER.
  public let certificate: [UInt8]
  private let key: [UInt8]

  /// Makes a new one. It is valid whatever the time is.
  public init() throws {
    let key = P256.Signing.PrivateKey()
    let name = try DistinguishedName { CommonName(Self.name) }
    let certificate = try Certificate(
      version: .v3, serialNumber: Certificate.SerialNumber(bytes: [1]), publicKey: Certificate.PublicKey(key.publicKey),
      notValidBefore: Date(timeIntervalSince1970: 946_684_800), notValidAfter: Date(timeIntervalSince1970: 4_102_444_800),
      issuer: name, subject: name, signatureAlgorithm: .ecdsaWithSHA256,
      extensions: Certificate.Extensions {
        Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil))
        SubjectAlternativeNames([.dnsName(Self.name)])
      }, issuerPrivateKey: Certificate.PrivateKey(key))
    var serializer = DER.Serializer()
    try serializer.serialize(certificate)
    self.certificate = serializer.serializedBytes
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
