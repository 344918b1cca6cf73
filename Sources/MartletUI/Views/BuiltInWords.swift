// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Words that messages do not contain themselves, in all available languages.
///
/// A word is in the language of the message, otherwise in the person's, otherwise in English.
package enum BuiltInWords: String, CaseIterable, Sendable {
  /// The name of the close control.
  case close
  /// The buttons of a survey: to the next question, to the one before, and to submit the answers.
  case next, back, send
  /// The name of the sign that content is loading.
  case loading
  /// Beside a question that need not be answered.
  case optional
  /// The name of a message without texts.
  case message
  /// The name of a link without text.
  case open
  /// Replaces a missing picture without alternative text.
  case imageMissing

  /// - Parameters:
  ///   - message: the language of the message (BCP 47). Regions are ignored.
  ///   - person: the language of the person.
  package func text(message: String?, person: String?) -> String {
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
    let isTraditional =
      parts.first == "zh" && parts.dropFirst().contains { ["hant", "tw", "hk", "mo"].contains($0) }
    return isTraditional ? "zh-hant" : parts.first.map(String.init) ?? ""
  }

  /// All words in one language.
  struct Words: Equatable, Sendable {
    var close: String
    var message: String
    var open: String
    var imageMissing: String
    var next: String
    var back: String
    var send: String
    var loading: String
    var optional: String

    subscript(_ word: BuiltInWords) -> String {
      switch word {
      case .close: close
      case .message: message
      case .open: open
      case .imageMissing: imageMissing
      case .next: next
      case .back: back
      case .send: send
      case .loading: loading
      case .optional: optional
      }
    }
  }

  static let english = Words(
    close: "Close", message: "Message", open: "Open", imageMissing: "Image not available",
    next: "Next", back: "Back", send: "Send", loading: "Loading", optional: "Optional")
  private static let norwegian = Words(
    close: "Lukk", message: "Melding", open: "Åpne", imageMissing: "Bildet er ikke tilgjengelig",
    next: "Neste", back: "Tilbake", send: "Send inn", loading: "Laster", optional: "Valgfritt")

  static let table: [String: Words] = [
    "ar": Words(
      close: "إغلاق", message: "رسالة", open: "فتح", imageMissing: "الصورة غير متاحة",
      next: "التالي", back: "رجوع", send: "إرسال", loading: "جارٍ التحميل", optional: "اختياري"),
    "cs": Words(
      close: "Zavřít", message: "Zpráva", open: "Otevřít", imageMissing: "Obrázek není k dispozici",
      next: "Další", back: "Zpět", send: "Odeslat", loading: "Načítání", optional: "Nepovinné"),
    "da": Words(
      close: "Luk", message: "Besked", open: "Åbn", imageMissing: "Billedet er ikke tilgængeligt",
      next: "Næste", back: "Tilbage", send: "Send ind", loading: "Indlæser", optional: "Valgfrit"),
    "de": Words(
      close: "Schließen", message: "Nachricht", open: "Öffnen", imageMissing: "Bild nicht verfügbar",
      next: "Weiter", back: "Zurück", send: "Senden", loading: "Wird geladen", optional: "Freiwillig"),
    "el": Words(
      close: "Κλείσιμο", message: "Μήνυμα", open: "Άνοιγμα", imageMissing: "Η εικόνα δεν είναι διαθέσιμη",
      next: "Επόμενο", back: "Πίσω", send: "Αποστολή", loading: "Φόρτωση", optional: "Προαιρετικό"),
    "en": english,
    "es": Words(
      close: "Cerrar", message: "Mensaje", open: "Abrir", imageMissing: "Imagen no disponible",
      next: "Siguiente", back: "Atrás", send: "Enviar", loading: "Cargando", optional: "Opcional"),
    "et": Words(
      close: "Sulge", message: "Sõnum", open: "Ava", imageMissing: "Pilt pole saadaval",
      next: "Edasi", back: "Tagasi", send: "Saada", loading: "Laadimine", optional: "Valikuline"),
    "fi": Words(
      close: "Sulje", message: "Viesti", open: "Avaa", imageMissing: "Kuva ei ole saatavilla",
      next: "Seuraava", back: "Takaisin", send: "Lähetä", loading: "Ladataan", optional: "Valinnainen"),
    "fr": Words(
      close: "Fermer", message: "Message", open: "Ouvrir", imageMissing: "Image non disponible",
      next: "Suivant", back: "Retour", send: "Envoyer", loading: "Chargement", optional: "Facultatif"),
    "he": Words(
      close: "סגירה", message: "הודעה", open: "פתיחה", imageMissing: "התמונה אינה זמינה",
      next: "הבא", back: "חזרה", send: "שליחה", loading: "בטעינה", optional: "אופציונלי"),
    "hi": Words(
      close: "बंद करें", message: "संदेश", open: "खोलें", imageMissing: "चित्र उपलब्ध नहीं है",
      next: "आगे", back: "पीछे", send: "भेजें", loading: "लोड हो रहा है", optional: "वैकल्पिक"),
    "hr": Words(
      close: "Zatvori", message: "Poruka", open: "Otvori", imageMissing: "Slika nije dostupna",
      next: "Dalje", back: "Natrag", send: "Pošalji", loading: "Učitavanje", optional: "Neobavezno"),
    "hu": Words(
      close: "Bezárás", message: "Üzenet", open: "Megnyitás", imageMissing: "A kép nem érhető el",
      next: "Tovább", back: "Vissza", send: "Küldés", loading: "Betöltés", optional: "Nem kötelező"),
    "id": Words(
      close: "Tutup", message: "Pesan", open: "Buka", imageMissing: "Gambar tidak tersedia",
      next: "Berikutnya", back: "Kembali", send: "Kirim", loading: "Memuat", optional: "Opsional"),
    "it": Words(
      close: "Chiudi", message: "Messaggio", open: "Apri", imageMissing: "Immagine non disponibile",
      next: "Avanti", back: "Indietro", send: "Invia", loading: "Caricamento", optional: "Facoltativo"),
    "ja": Words(
      close: "閉じる", message: "メッセージ", open: "開く", imageMissing: "画像を表示できません",
      next: "次へ", back: "戻る", send: "送信", loading: "読み込み中", optional: "任意"),
    "ko": Words(
      close: "닫기", message: "메시지", open: "열기", imageMissing: "이미지를 표시할 수 없음",
      next: "다음", back: "뒤로", send: "보내기", loading: "불러오는 중", optional: "선택 사항"),
    "nb": norwegian,
    "nl": Words(
      close: "Sluiten", message: "Bericht", open: "Openen", imageMissing: "Afbeelding niet beschikbaar",
      next: "Volgende", back: "Terug", send: "Versturen", loading: "Laden", optional: "Optioneel"),
    "nn": Words(
      close: "Lukk", message: "Melding", open: "Opne", imageMissing: "Biletet er ikkje tilgjengeleg",
      next: "Neste", back: "Tilbake", send: "Send inn", loading: "Lastar", optional: "Valfritt"),
    "no": norwegian,
    "pl": Words(
      close: "Zamknij", message: "Wiadomość", open: "Otwórz", imageMissing: "Obraz niedostępny",
      next: "Dalej", back: "Wstecz", send: "Wyślij", loading: "Wczytywanie", optional: "Opcjonalne"),
    "pt": Words(
      close: "Fechar", message: "Mensagem", open: "Abrir", imageMissing: "Imagem não disponível",
      next: "Seguinte", back: "Voltar", send: "Enviar", loading: "Carregando", optional: "Opcional"),
    "ro": Words(
      close: "Închide", message: "Mesaj", open: "Deschide", imageMissing: "Imaginea nu este disponibilă",
      next: "Înainte", back: "Înapoi", send: "Trimite", loading: "Se încarcă", optional: "Opțional"),
    "ru": Words(
      close: "Закрыть", message: "Сообщение", open: "Открыть", imageMissing: "Изображение недоступно",
      next: "Далее", back: "Назад", send: "Отправить", loading: "Загрузка", optional: "Необязательно"),
    "sk": Words(
      close: "Zavrieť", message: "Správa", open: "Otvoriť", imageMissing: "Obrázok nie je k dispozícii",
      next: "Ďalej", back: "Späť", send: "Odoslať", loading: "Načítava sa", optional: "Nepovinné"),
    "sv": Words(
      close: "Stäng", message: "Meddelande", open: "Öppna", imageMissing: "Bilden är inte tillgänglig",
      next: "Nästa", back: "Tillbaka", send: "Skicka", loading: "Läser in", optional: "Valfritt"),
    "th": Words(
      close: "ปิด", message: "ข้อความ", open: "เปิด", imageMissing: "ไม่มีรูปภาพ",
      next: "ถัดไป", back: "ย้อนกลับ", send: "ส่ง", loading: "กำลังโหลด", optional: "ไม่บังคับ"),
    "tr": Words(
      close: "Kapat", message: "Mesaj", open: "Aç", imageMissing: "Görsel kullanılamıyor",
      next: "İleri", back: "Geri", send: "Gönder", loading: "Yükleniyor", optional: "İsteğe bağlı"),
    "uk": Words(
      close: "Закрити", message: "Повідомлення", open: "Відкрити", imageMissing: "Зображення недоступне",
      next: "Далі", back: "Назад", send: "Надіслати", loading: "Завантаження", optional: "Необов’язково"),
    "vi": Words(
      close: "Đóng", message: "Tin nhắn", open: "Mở", imageMissing: "Không có hình ảnh",
      next: "Tiếp", back: "Quay lại", send: "Gửi", loading: "Đang tải", optional: "Không bắt buộc"),
    "zh": Words(
      close: "关闭", message: "消息", open: "打开", imageMissing: "图片无法显示",
      next: "下一步", back: "返回", send: "发送", loading: "正在加载", optional: "选填"),
    "zh-hant": Words(
      close: "關閉", message: "訊息", open: "開啟", imageMissing: "圖片無法顯示",
      next: "下一步", back: "返回", send: "傳送", loading: "正在載入", optional: "選填"),
  ]
}
