// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import CoreGraphics
import Foundation

/// A picture, of which the double reads only the size: PNG, GIF and JPEG.
open class UIImage: NSObject, @unchecked Sendable {  // It never changes.
  public enum RenderingMode: Int, Sendable { case automatic, alwaysOriginal, alwaysTemplate }
  public enum Orientation: Int, Sendable {
    case up, down, left, right, upMirrored, downMirrored, leftMirrored, rightMirrored
  }

  open class Configuration: NSObject, @unchecked Sendable {}  // It never changes.

  open class SymbolConfiguration: Configuration, @unchecked Sendable {  // It never changes.
    package let pointSize: CGFloat

    public init(pointSize: CGFloat) {
      self.pointSize = pointSize
      super.init()
    }
    public convenience init(pointSize: CGFloat, weight: UIImage.SymbolWeight) {
      self.init(pointSize: pointSize)
    }
    public convenience init(font: UIFont) { self.init(pointSize: font.pointSize) }
  }

  public enum SymbolWeight: Int, Sendable {
    case unspecified, ultraLight, thin, light, regular, medium, semibold, bold, heavy, black
  }

  public let size: CGSize
  public let scale: CGFloat
  public let renderingMode: RenderingMode
  public let images: [UIImage]?
  public let duration: TimeInterval
  public let flipsForRightToLeftLayoutDirection: Bool
  package let symbol: String?
  package let isPrepared: Bool

  package init(
    size: CGSize, scale: CGFloat, mode: RenderingMode = .automatic, images: [UIImage]? = nil,
    duration: TimeInterval = 0,
    flips: Bool = false,
    symbol: String? = nil, isPrepared: Bool = false
  ) {
    (self.size, self.scale, renderingMode, self.images, self.duration) = (size, scale, mode, images, duration)
    (flipsForRightToLeftLayoutDirection, self.symbol, self.isPrepared) = (flips, symbol, isPrepared)
    super.init()
  }

  /// nil if there is no such file, or it is no picture.
  public convenience init?(contentsOfFile path: String) {
    guard let data = FileManager.default.contents(atPath: path) else { return nil }
    self.init(data: data, scale: path.contains("@3x.") ? 3 : path.contains("@2x.") ? 2 : 1)
  }

  public convenience init?(data: Data) { self.init(data: data, scale: 1) }

  public convenience init?(data: Data, scale: CGFloat) {
    guard let pixels = PictureSize.read([UInt8](data)) else { return nil }
    self.init(
      size: CGSize(width: CGFloat(pixels.width) / scale, height: CGFloat(pixels.height) / scale), scale: scale
    )
  }

  public convenience init(cgImage: CGImage) { self.init(cgImage: cgImage, scale: 1, orientation: .up) }
  public convenience init(cgImage: CGImage, scale: CGFloat, orientation: UIImage.Orientation) {
    self.init(
      size: CGSize(width: CGFloat(cgImage.width) / scale, height: CGFloat(cgImage.height) / scale),
      scale: scale)
  }

  public convenience init?(systemName name: String) { self.init(systemName: name, withConfiguration: nil) }
  public convenience init?(systemName name: String, withConfiguration configuration: UIImage.Configuration?) {
    guard !name.isEmpty else { return nil }
    let size = (configuration as? SymbolConfiguration)?.pointSize ?? 17
    self.init(size: CGSize(width: size, height: size), scale: 3, mode: .alwaysTemplate, symbol: name)
  }

  open class func animatedImage(with images: [UIImage], duration: TimeInterval) -> UIImage? {
    guard let first = images.first else { return nil }
    return UIImage(size: first.size, scale: first.scale, images: images, duration: duration)
  }

  open var cgImage: CGImage? { CGImage(width: Int(size.width * scale), height: Int(size.height * scale)) }

  open func withRenderingMode(_ renderingMode: RenderingMode) -> UIImage { changed(mode: renderingMode) }
  open func withTintColor(_ color: UIColor) -> UIImage { changed() }
  open func imageFlippedForRightToLeftLayoutDirection() -> UIImage { changed(flips: true) }
  open func preparingForDisplay() -> UIImage? { changed(isPrepared: true) }
  open func byPreparingForDisplay() async -> UIImage? { changed(isPrepared: true) }
  /// The handler comes on a queue of its own.
  open func prepareForDisplay(completionHandler: @escaping @Sendable (UIImage?) -> Void) {
    let image = changed(isPrepared: true)
    DispatchQueue.global().async { completionHandler(image) }
  }
  open func preparingThumbnail(of size: CGSize) -> UIImage? {
    UIImage(size: size, scale: scale, mode: renderingMode, isPrepared: true)
  }

  private func changed(mode: RenderingMode? = nil, flips: Bool? = nil, isPrepared: Bool? = nil) -> UIImage {
    UIImage(
      size: size, scale: scale, mode: mode ?? renderingMode, images: images, duration: duration,
      flips: flips ?? flipsForRightToLeftLayoutDirection, symbol: symbol,
      isPrepared: isPrepared ?? self.isPrepared)
  }
}
