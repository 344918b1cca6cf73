// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
import UIKit

#if canImport(ImageIO)
import ImageIO
#endif

/// A loaded image: its first frame, and the others if it moves.
@MainActor
final class Picture {
  let image: UIImage
  private let data: Data
  private var isPlaying = false
  /// Counts the plays, so that an earlier one ends at its next frame.
  private var play = 0

  /// - Parameter image: decoded, so that drawing it takes no time.
  init(image: UIImage, data: Data) {
    self.image = image
    self.data = data
  }

  /// The size in points at which one pixel of the file is one point.
  var naturalSize: CGSize {
    CGSize(width: image.size.width * image.scale, height: image.size.height * image.scale)
  }

  /// Shows the frames in turn until `stop()`, or for as long as the image says.
  func play(_ show: @escaping @MainActor (UIImage) -> Void) {
    stop()
    isPlaying = true
    #if canImport(ImageIO)
    let number = play
    _ = CGAnimateImageDataWithBlock(data as CFData, nil) { [weak self] _, frame, stop in
      // The system calls this on the main queue.
      MainActor.assumeIsolated {
        guard let self, self.isPlaying, self.play == number else {
          stop.pointee = true
          return
        }
        show(UIImage(cgImage: frame))
      }
    }
    #endif
  }

  func stop() {
    isPlaying = false
    play += 1
  }
}
#endif
