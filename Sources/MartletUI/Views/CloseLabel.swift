// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// The name of the close control in the language of the message.
enum CloseLabel {
  /// - Parameter language: BCP 47; only its first part counts. Unknown or nil: English.
  static func text(language: String?) -> String {
    let primary = (language ?? "en").lowercased().split { $0 == "-" || $0 == "_" }.first.map(String.init) ?? "en"
    return words[primary] ?? "Close"
  }

  private static let words: [String: String] = [
    "ar": "\u{625}\u{63A}\u{644}\u{627}\u{642}", "cs": "Zavřít", "da": "Luk", "de": "Schließen", "el": "Κλείσιμο", "en": "Close",
    "es": "Cerrar", "et": "Sulge", "fi": "Sulje", "fr": "Fermer", "he": "\u{5E1}\u{5D2}\u{5D9}\u{5E8}\u{5D4}", "hi": "बंद करें",
    "hr": "Zatvori", "hu": "Bezárás", "id": "Tutup", "it": "Chiudi", "ja": "閉じる", "ko": "닫기", "nb": "Lukk", "nl": "Sluiten",
    "no": "Lukk", "pl": "Zamknij", "pt": "Fechar", "ro": "Închide", "ru": "Закрыть", "sk": "Zavrieť", "sv": "Stäng", "th": "ปิด",
    "tr": "Kapat", "uk": "Закрити", "vi": "Đóng", "zh": "关闭",
  ]
}
