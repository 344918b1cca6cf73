// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// What Foundation adds in Swift to its own classes.

// page: foundation/nslocking
extension NSLocking {
  public func withLock<R>(_ body: () throws -> R) rethrows -> R { try body() }
}
// page: foundation/nsfastenumeration
extension NSEnumerator: Sequence {
  public func makeIterator() -> NSFastEnumerationIterator { fatalError() }
}
// page: foundation/nsfastenumerationiterator
public struct NSFastEnumerationIterator: IteratorProtocol {
  public init(_ enumerable: any NSFastEnumeration) {}
  public mutating func next() -> Any? { nil }
}
// page: foundation/filehandle
extension FileHandle {
  public func readToEnd() throws -> Data? { nil }
  public func read(upToCount count: Int) throws -> Data? { nil }
  public func write<Bytes: DataProtocol>(contentsOf data: Bytes) throws {}
}
// page: foundation/attributedstring
extension AttributedString {
  public init(_ nsStr: NSAttributedString) { fatalError() }
}
// page: foundation/attributecontainer
extension AttributeContainer {
  public init(_ dictionary: [NSAttributedString.Key: Any]) { fatalError() }
}
// page: foundation/nsattributedstring
extension NSAttributedString {
  public convenience init(_ attrStr: AttributedString) { fatalError() }
}
// page: foundation/urlsession
extension URLSession {
  public func data(for request: URLRequest, delegate: (any URLSessionTaskDelegate)? = nil) async throws -> (
    Data, URLResponse
  ) {
    fatalError()
  }
  public func data(from url: URL, delegate: (any URLSessionTaskDelegate)? = nil) async throws -> (
    Data, URLResponse
  ) { fatalError() }
  public func download(from url: URL, delegate: (any URLSessionTaskDelegate)? = nil) async throws -> (
    URL, URLResponse
  ) { fatalError() }
}
// page: foundation/nscoder
extension NSCoder {
  public func decodeObject<DecodedObjectType: NSObject & NSCoding>(
    of cls: DecodedObjectType.Type, forKey key: String
  ) -> DecodedObjectType? {
    nil
  }
}
