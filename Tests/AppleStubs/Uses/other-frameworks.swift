// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// platforms: ios visionos
import CryptoKit
import ImageIO
import Network
import SafariServices
import StoreKit
import UIKit
import os

@MainActor
final class Browser: NSObject, SFSafariViewControllerDelegate {
  func open(_ url: URL, over controller: UIViewController) {
    let configuration = SFSafariViewController.Configuration()
    configuration.entersReaderIfAvailable = false
    let safari = SFSafariViewController(url: url, configuration: configuration)
    safari.delegate = self
    controller.present(safari, animated: true, completion: nil)
  }
  func safariViewControllerDidFinish(_ controller: SFSafariViewController) {}
  func review(in scene: UIWindowScene) { AppStore.requestReview(in: scene) }
}

func digest(_ data: Data, key: Data) -> String {
  let code = HMAC<SHA256>.authenticationCode(for: data, using: SymmetricKey(data: key))
  return (Array(SHA256.hash(data: data)) + Array(code)).map { String($0, radix: 16) }.joined()
}

@MainActor
func play(_ data: Data, in layer: CALayer) -> Bool {
  let options = [kCGImageAnimationLoopCount: 1] as CFDictionary
  return CGAnimateImageDataWithBlock(data as CFData, options) { index, image, stop in
    layer.contents = image
    if index > 2 { stop.pointee = true }
  } == 0
}

func firstFrame(of file: URL) -> CGImage? {
  guard let source = CGImageSourceCreateWithURL(file as CFURL, nil), CGImageSourceGetCount(source) > 0 else {
    return nil
  }
  return CGImageSourceCreateThumbnailAtIndex(
    source, 0, [kCGImageSourceThumbnailMaxPixelSize: 600] as CFDictionary)
}

func watch() -> @Sendable () -> Void {
  let monitor = NWPathMonitor()
  monitor.pathUpdateHandler = { path in
    Logger(subsystem: "martlet", category: "network").info(
      "reachable: \(path.status == .satisfied), expensive: \(path.isExpensive)")
  }
  monitor.start(queue: .main)
  return { monitor.cancel() }
}

func measured<Result>(_ body: () -> Result) -> Result {
  let signposter = OSSignposter(logger: Logger(subsystem: "martlet", category: "timing"))
  let state = signposter.beginInterval("body", id: signposter.makeSignpostID())
  defer { signposter.endInterval("body", state) }
  return body()
}

func room(for text: String, width: CGFloat) -> CGFloat {
  let font = UIFont(name: "Georgia", size: 17) ?? .systemFont(ofSize: 17)
  let bounds = (text as NSString).boundingRect(
    with: CGSize(width: width, height: .greatestFiniteMagnitude),
    options: [.usesLineFragmentOrigin, .usesFontLeading],
    attributes: [.font: font],
    context: nil)
  return bounds.height.rounded(.up)
}
