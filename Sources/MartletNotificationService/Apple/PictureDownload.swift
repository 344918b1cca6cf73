// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UserNotifications) && !os(tvOS) && !os(watchOS)
import Foundation

/// Downloads pictures to the extension's temporary folder. The file never is in memory: an
/// extension has little of it.
struct PictureDownload: PictureLoading {
  /// Less than the time that the system gives an extension, in seconds.
  private static let timeLimit = 25.0

  func load(
    _ picture: NotificationPicture,
    _ done: @escaping @Sendable (Result<URL, NotificationPictureProblem>) -> Void
  ) -> @Sendable () -> Void {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForResource = Self.timeLimit
    configuration.urlCache = nil
    let session = URLSession(
      configuration: configuration, delegate: DownloadReceiver(done), delegateQueue: nil)
    session.downloadTask(with: picture.url).resume()
    // The session keeps its delegate until then.
    session.finishTasksAndInvalidate()
    return { session.invalidateAndCancel() }
  }
}

/// Hears of one download. The session calls it on its own queue, one call at a time.
///
/// Unchecked, because only that queue uses `answer`.
private final class DownloadReceiver: NSObject, URLSessionDownloadDelegate, @unchecked Sendable {
  private var answer: (@Sendable (Result<URL, NotificationPictureProblem>) -> Void)?

  init(_ answer: @escaping @Sendable (Result<URL, NotificationPictureProblem>) -> Void) {
    self.answer = answer
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    // Without a request, the redirection itself is the response, and its status the problem.
    completionHandler(request.url.map(NotificationPicture.isSecure) == true ? request : nil)
  }

  func urlSession(
    _ session: URLSession, downloadTask: URLSessionDownloadTask, didWriteData bytesWritten: Int64,
    totalBytesWritten: Int64,
    totalBytesExpectedToWrite: Int64
  ) {
    guard let problem = problem(of: downloadTask.response) ?? PictureFile.problem(bytes: totalBytesWritten)
    else { return }
    end(.failure(problem))
    downloadTask.cancel()
  }

  func urlSession(
    _ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL
  ) {
    if let problem = problem(of: downloadTask.response) { return end(.failure(problem)) }
    do {
      // The file is removed when this method returns.
      end(.success(try keep(location, type: downloadTask.response?.mimeType)))
    } catch let problem as NotificationPictureProblem {
      end(.failure(problem))
    } catch {
      end(.failure(.network(code: (error as NSError).code)))
    }
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    end(.failure(.network(code: error.map { ($0 as NSError).code } ?? 0)))
  }

  private func problem(of response: URLResponse?) -> NotificationPictureProblem? {
    guard let response = response as? HTTPURLResponse else { return .network(code: 0) }
    return PictureFile.problem(
      status: response.statusCode, type: response.mimeType, length: response.expectedContentLength)
  }

  private func keep(_ location: URL, type: String?) throws -> URL {
    let file = try FileHandle(forReadingFrom: location)
    defer { try? file.close() }
    let name = try PictureFile.name(
      for: location.lastPathComponent,
      firstBytes: try file.read(upToCount: PictureFile.Format.prefixLength) ?? Data(), type: type)
    let target = FileManager.default.temporaryDirectory.appendingPathComponent(name)
    try? FileManager.default.removeItem(at: target)
    try FileManager.default.moveItem(at: location, to: target)
    return target
  }

  /// The first answer counts.
  private func end(_ result: Result<URL, NotificationPictureProblem>) {
    answer?(result)
    answer = nil
  }
}
#endif
