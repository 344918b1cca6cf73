// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Words that messages do not contain themselves, in all available languages.
///
/// A word is in the language of the message, otherwise in the person's, otherwise in English.
enum BuiltInWords: String, CaseIterable, Sendable {
  /// The name of the close control.
  case close
  /// The name of a message without texts.
  case message
  /// The name of a link without text.
  case open
  /// Replaces a missing picture without alternative text.
  case imageMissing

  /// - Parameters:
  ///   - message: the language of the message (BCP 47). Regions are ignored.
  ///   - person: the language of the person.
  func text(message: String?, person: String?) -> String {
    for language in [message, person].compactMap({ $0 }) {
      if let words = Self.table[Self.key(language)] { return words[self] }
    }
    return Self.english[self]
  }

  /// The languages of the table, by their BCP 47 tag.
  static var languages: [String] { table.keys.sorted() }

  /// The key of a language in the table: its first subtag, except that Chinese has two scripts.
  private static func key(_ language: String) -> String {
    let parts = language.lowercased().split { $0 == "-" || $0 == "_" }
    let isTraditional = parts.first == "zh" && parts.dropFirst().contains { ["hant", "tw", "hk", "mo"].contains($0) }
    return isTraditional ? "zh-hant" : parts.first.map(String.init) ?? ""
  }

  /// All words in one language.
  struct Words: Equatable, Sendable {
    var close: String
    var message: String
    var open: String
    var imageMissing: String

    subscript(_ word: BuiltInWords) -> String {
      switch word {
      case .close: close
      case .message: message
      case .open: open
      case .imageMissing: imageMissing
      }
    }
  }

  static let english = Words(close: "Close", message: "Message", open: "Open", imageMissing: "Image not available")
  private static let norwegian = Words(close: "Lukk", message: "Melding", open: "Åpne", imageMissing: "Bildet er ikke tilgjengelig")

  static let table: [String: Words] = [
    "ar": Words(close: "إغلاق", message: "رسالة", open: "فتح", imageMissing: "الصورة غير متاحة"),
    "cs": Words(close: "Zavřít", message: "Zpráva", open: "Otevřít", imageMissing: "Obrázek není k dispozici"),
    "da": Words(close: "Luk", message: "Besked", open: "Åbn", imageMissing: "Billedet er ikke tilgængeligt"),
    "de": Words(close: "Schließen", message: "Nachricht", open: "Öffnen", imageMissing: "Bild nicht verfügbar"),
    "el": Words(close: "Κλείσιμο", message: "Μήνυμα", open: "Άνοιγμα", imageMissing: "Η εικόνα δεν είναι διαθέσιμη"),
    "en": english,
    "es": Words(close: "Cerrar", message: "Mensaje", open: "Abrir", imageMissing: "Imagen no disponible"),
    "et": Words(close: "Sulge", message: "Sõnum", open: "Ava", imageMissing: "Pilt pole saadaval"),
    "fi": Words(close: "Sulje", message: "Viesti", open: "Avaa", imageMissing: "Kuva ei ole saatavilla"),
    "fr": Words(close: "Fermer", message: "Message", open: "Ouvrir", imageMissing: "Image non disponible"),
    "he": Words(close: "סגירה", message: "הודעה", open: "פתיחה", imageMissing: "התמונה אינה זמינה"),
    "hi": Words(close: "बंद करें", message: "संदेश", open: "खोलें", imageMissing: "चित्र उपलब्ध नहीं है"),
    "hr": Words(close: "Zatvori", message: "Poruka", open: "Otvori", imageMissing: "Slika nije dostupna"),
    "hu": Words(close: "Bezárás", message: "Üzenet", open: "Megnyitás", imageMissing: "A kép nem érhető el"),
    "id": Words(close: "Tutup", message: "Pesan", open: "Buka", imageMissing: "Gambar tidak tersedia"),
    "it": Words(close: "Chiudi", message: "Messaggio", open: "Apri", imageMissing: "Immagine non disponibile"),
    "ja": Words(close: "閉じる", message: "メッセージ", open: "開く", imageMissing: "画像を表示できません"),
    "ko": Words(close: "닫기", message: "메시지", open: "열기", imageMissing: "이미지를 표시할 수 없음"),
    "nb": norwegian,
    "nl": Words(close: "Sluiten", message: "Bericht", open: "Openen", imageMissing: "Afbeelding niet beschikbaar"),
    "nn": Words(close: "Lukk", message: "Melding", open: "Opne", imageMissing: "Biletet er ikkje tilgjengeleg"),
    "no": norwegian,
    "pl": Words(close: "Zamknij", message: "Wiadomość", open: "Otwórz", imageMissing: "Obraz niedostępny"),
    "pt": Words(close: "Fechar", message: "Mensagem", open: "Abrir", imageMissing: "Imagem não disponível"),
    "ro": Words(close: "Închide", message: "Mesaj", open: "Deschide", imageMissing: "Imaginea nu este disponibilă"),
    "ru": Words(close: "Закрыть", message: "Сообщение", open: "Открыть", imageMissing: "Изображение недоступно"),
    "sk": Words(close: "Zavrieť", message: "Správa", open: "Otvoriť", imageMissing: "Obrázok nie je k dispozícii"),
    "sv": Words(close: "Stäng", message: "Meddelande", open: "Öppna", imageMissing: "Bilden är inte tillgänglig"),
    "th": Words(close: "ปิด", message: "ข้อความ", open: "เปิด", imageMissing: "ไม่มีรูปภาพ"),
    "tr": Words(close: "Kapat", message: "Mesaj", open: "Aç", imageMissing: "Görsel kullanılamıyor"),
    "uk": Words(close: "Закрити", message: "Повідомлення", open: "Відкрити", imageMissing: "Зображення недоступне"),
    "vi": Words(close: "Đóng", message: "Tin nhắn", open: "Mở", imageMissing: "Không có hình ảnh"),
    "zh": Words(close: "关闭", message: "消息", open: "打开", imageMissing: "图片无法显示"),
    "zh-hant": Words(close: "關閉", message: "訊息", open: "開啟", imageMissing: "圖片無法顯示"),
  ]
}
