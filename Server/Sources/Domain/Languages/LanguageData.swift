// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// What languages and regions are called besides, and what a tag leaves out. The source is Unicode
/// CLDR, `supplementalMetadata.xml` (language and territory aliases), `likelySubtags.xml` and the
/// parent locales of `supplementalData.xml`, version 49, licence Unicode-3.0.
///
/// Of the likely subtags, it has the scripts of all languages with two letters, and of all
/// languages that are written in several scripts.
enum LanguageData {
  /// The language that another name means, by that name. `sh` is Serbian in Latin letters. CLDR
  /// treats `nb` and `no` as one, too.
  static let aliases = table(
    """
    aam:aas aar:aa abk:ab adp:dz afr:af agp:apf ais:ami ajp:apc ajt:aeb aju:jrb aka:ak alb:sq als:sq amh:am ara:ar arb:ar arg:an
    arm:hy asd:snz asm:as aue:ktz ava:av ave:ae aym:ay ayr:ay ayx:nun aze:az azj:az bak:ba bam:bm baq:eu baz:nvo bcc:bal bcl:bik
    bel:be ben:bn bgm:bcg bh:bho bhk:fbl bic:bir bih:bho bis:bi bjd:drl bjq:bzc bkb:ebk blg:iba bod:bo bos:bs bre:br btb:beb bul:bg
    bur:my bxk:luy bxr:bua cat:ca ccq:rki ces:cs cha:ch che:ce chi:zh chu:cu chv:cv cjr:mom cka:cmr cld:syr cls:sa cmk:xch cmn:zh
    cor:kw cos:co coy:pij cqu:quh cre:cr cwd:cr cym:cy cze:cs daf:dnj dan:da dap:njz dek:sqm deu:de dgo:doi dhd:mwr dik:din diq:zza
    dit:dif div:dv djl:dze dkl:aqd drh:mn drr:kzk dud:uth duj:dwu dut:nl dwl:dbt dzo:dz ekk:et ell:el elp:amq emk:man eng:en epo:eo
    esk:ik est:et eus:eu ewe:ee fao:fo fas:fa fij:fj fin:fi fra:fr fre:fr fry:fy fuc:ff ful:ff gav:dev gaz:om gbc:wny gbo:grb geo:ka
    ger:de gfx:vaj ggn:gvr ggo:esg ggr:gtu gio:aou gla:gd gle:ga glg:gl gli:kzk glv:gv gno:gon gom:kok gre:el grn:gn gti:nyc gug:gn
    guj:gu guv:duz gya:gba hat:ht hau:ha hbs:sr-latn hdn:hai hea:hmn heb:he her:hz him:srx hin:hi hmo:ho hrr:jal hrv:hr hun:hu
    hye:hy ibi:opa ibo:ig ice:is ido:io iii:ii ike:iu iku:iu ile:ie ill:ilm ilw:gal in:id ina:ia ind:id ipk:ik isl:is ita:it iw:he
    izi:eza jar:jgk jav:jv jeg:oyb ji:yi jpn:ja jw:jv kal:kl kan:kn kas:ks kat:ka kau:kr kaz:kk kdv:zkd kgc:tdf kgd:ncq kgh:kml
    kgm:plu khk:mn khm:km kik:ki kin:rw kir:ky kmr:ku knc:kr kng:kg koj:kwv kom:kv kon:kg kor:ko kpp:jkm kpv:kv krm:bmf ktr:dtp
    kua:kj kur:ku kvs:gdj kwq:yam kxe:tvd kxl:kru kzh:dgl kzj:dtp kzt:dtp lak:ksp lao:lo lat:la lav:lv lbk:bnc leg:enl lii:raq
    lim:li lin:ln lit:lt llo:ngt lmm:rmx ltz:lb lub:lu lug:lg lvs:lv mac:mk mah:mh mal:ml mao:mi mar:mr may:ms meg:cir mgx:jbk
    mhr:chm mkd:mk mlg:mg mlt:mt mnt:wnn mo:ro mof:xnt mol:ro mon:mn mrd:mgp mri:mi msa:ms mst:mry mup:raj mwd:dmw mwj:vaj mya:my
    myd:aog myt:mry nad:xny nau:na nav:nv nbf:nru nbl:nr nbx:gll ncp:kdz nde:nd ndo:ng nep:ne nld:nl nln:azd nlr:nrk nno:nn nns:nbr
    nnx:ngv no:nb nob:nb nom:cbr noo:dtd nor:nb npi:ne nte:eko nts:pij nxu:bpp nya:ny oci:oc ojg:oj oji:oj ori:or orm:om ory:or
    oss:os oun:vaj pan:pa pat:kxr pbu:ps pcr:adx per:fa pes:fa pli:pi plt:mg pmc:huw pmk:crr pmu:phr pnb:lah pol:pl por:pt ppa:bfy
    ppr:lcq prp:gu pry:prt pus:ps puz:pub que:qu quz:qu rmr:emx rmy:rom roh:rm ron:ro rum:ro run:rn rus:ru sag:sg san:sa sap:aqt
    sca:hle scc:sr scr:hr sgl:isk sh:sr-latn shl:mrh sin:si skk:oyb slk:sk slo:sk slv:sl smd:kmb sme:se smo:sm sna:sn snb:iba snd:sd
    som:so sot:st spa:es spy:kln sqi:sq src:sc srd:sc srp:sr ssw:ss sul:sgd sum:ulw sun:su swa:sw swe:sv swh:sw szd:umi tah:ty
    tam:ta tat:tt tdu:dtp tel:te tgg:bjp tgk:tg tgl:fil tha:th thc:tpo thw:ola thx:oyb tib:bo tid:itd tie:ras tir:ti tkk:twm tl:fil
    tlw:weo tmk:tdg tmp:tyj tne:kak ton:to tpw:tpn tsf:taj tsn:tn tso:ts ttq:tmh tuk:tk tur:tr tw:ak twi:ak uig:ug ukr:uk umu:del
    unp:wro uok:ema urd:ur uzb:uz uzn:uz ven:ve vie:vi vol:vo wel:cy wgw:wgb wit:nol wiw:nwo wln:wa wol:wo xba:cax xho:xh xia:acn
    xkh:waw xpe:kpe xrq:dmw xsj:suj xsl:den xss:zko ybd:rki ydd:yi yen:ynq yid:yi yiy:yrm yma:lrr ymt:mtm yol:enm yor:yo yos:zom
    yuu:yug zai:zap zha:za zho:zh zir:scv zkb:kjh zsm:ms zul:zu zyb:za
    """)

  /// The region that an old or wrong code means.
  static let regions = table(
    """
    bu:mm ct:ki dd:de dy:bj fx:fr hv:bf jt:um mi:um nh:vu nq:aq pu:um pz:pa qu:eu rh:zw tp:tl uk:gb vd:vn wk:um yd:ye zr:cd
    """)

  /// The script of a language that does not say it.
  static let scripts = table(
    """
    aa:latn ab:cyrl abq:cyrl ae:avst af:latn ak:latn am:ethi an:latn ar:arab arc:armi as:beng av:cyrl ay:latn az:latn ba:cyrl
    bap:deva be:cyrl bg:cyrl bi:latn bm:latn bn:beng bo:tibt br:latn bs:latn ca:latn ce:cyrl ch:latn co:latn cr:cans cs:latn cu:cyrl
    cv:cyrl cy:latn da:latn de:latn dv:thaa dz:tibt ee:latn el:grek en:latn eo:latn es:latn et:latn eu:latn fa:arab ff:latn fi:latn
    fj:latn fo:latn fr:latn fy:latn ga:latn gd:latn gl:latn gn:latn gu:gujr gv:latn ha:latn hak:hans he:hebr hi:deva hnj:hmnp
    ho:latn hr:latn ht:latn hu:latn hy:armn hz:latn ia:latn id:latn ie:latn ig:latn ii:yiii ik:latn io:latn is:latn it:latn iu:cans
    ja:jpan jv:latn ka:geor kg:latn ki:latn kj:latn kk:cyrl kl:latn km:khmr kn:knda ko:kore kr:latn ks:arab ku:latn kv:cyrl kw:latn
    ky:cyrl la:latn lb:latn lg:latn li:latn lif:deva ln:latn lo:laoo lt:latn lu:latn lv:latn lzz:latn man:latn mey:arab mg:latn
    mh:latn mi:latn mk:cyrl ml:mlym mn:cyrl mr:deva ms:latn mt:latn my:mymr na:latn nan:hans nb:latn nd:latn ne:deva ng:latn nl:latn
    nn:latn nr:latn nv:latn ny:latn oc:latn oj:cans om:latn or:orya os:cyrl pa:guru pal:phli pi:latn pl:latn pnt:grek ps:arab
    pt:latn qu:latn rm:latn rn:latn ro:latn ru:cyrl rw:latn sa:deva sc:latn sd:arab se:latn sg:latn si:sinh sk:latn sl:latn sm:latn
    sn:latn so:latn sq:latn sr:cyrl ss:latn st:latn stu:lana su:latn sv:latn sw:latn ta:taml te:telu tg:cyrl th:thai ti:ethi tk:latn
    tn:latn to:latn tr:latn ts:latn tt:cyrl ty:latn ug:arab uk:cyrl unr:beng ur:arab uz:latn ve:latn vi:latn vo:latn wa:latn wo:latn
    xh:latn yi:hebr yo:latn yue:hant za:latn zh:hans zu:latn
    """)

  /// The same by language and region, where it is another one.
  static let scriptsByRegion = table(
    """
    abq-tr:latn az-iq:arab az-ir:arab az-ru:cyrl ha-cm:arab ha-sd:arab hak-tw:hant kk-af:arab kk-cn:arab kk-ir:arab kk-mn:arab
    ku-am:cyrl ku-az:cyrl ku-ge:cyrl ku-iq:arab ku-ir:arab ku-lb:arab ku-tm:cyrl ky-cn:arab ky-tr:latn lzz-ge:geor mey-sn:latn
    mn-cn:mong ms-cc:arab nan-mo:hant nan-tw:hant pa-pk:arab pi-in:deva pi-lk:sinh pi-mm:mymr pi-th:thai pnt-ru:cyrl pnt-tr:latn
    sd-in:deva sr-me:latn sr-ro:latn sr-tr:latn stu-cn:tale tg-pk:arab ug-kz:cyrl ug-mn:cyrl unr-np:deva uz-af:arab uz-cn:cyrl
    yue-cn:hans zh-au:hant zh-bn:hant zh-gb:hant zh-gf:hant zh-hk:hant zh-id:hant zh-mo:hant zh-pa:hant zh-pf:hant zh-ph:hant
    zh-sr:hant zh-th:hant zh-tw:hant zh-us:hant zh-vn:hant
    """)

  /// The locale in which a reader of another looks next, before the language alone.
  static let parents: [String: String] = {
    let children = [
      "en-001": """
      en-150 en-ag en-ai en-au en-bb en-bm en-bs en-bw en-bz en-cc en-ck en-cm en-cx en-cy en-dg en-dm en-er en-fj en-fk en-fm
      en-gb en-gd en-gg en-gh en-gi en-gm en-gs en-gy en-hk en-id en-ie en-il en-im en-in en-io en-je en-jm en-ke en-ki en-kn
      en-ky en-lc en-lr en-ls en-mg en-mo en-ms en-mt en-mu en-mv en-mw en-my en-na en-nf en-ng en-nr en-nu en-nz en-pg en-pk
      en-pn en-pw en-rw en-sb en-sc en-sd en-sg en-sh en-sl en-ss en-sx en-sz en-tc en-tk en-to en-tt en-tv en-tz en-ug en-vc
      en-vg en-vu en-ws en-za en-zm en-zw
      """,
      "en-150": """
      en-at en-be en-ch en-cz en-de en-dk en-ee en-es en-fi en-fr en-ge en-hu en-it en-lt en-lv en-nl en-no en-pl en-pt en-ro
      en-se en-si en-sk en-ua
      """,
      "es-419": """
      es-ar es-bo es-br es-bz es-cl es-co es-cr es-cu es-do es-ec es-gt es-hn es-jp es-mx es-ni es-pa es-pe es-pr es-py es-sv
      es-us es-uy es-ve
      """,
      "pt-pt": """
      pt-ao pt-ch pt-cv pt-fr pt-gq pt-gw pt-lu pt-mo pt-mz pt-st pt-tl
      """,
      "zh-hant-hk": """
      zh-hant-mo
      """,
    ]
    var parents: [String: String] = ["nn": "nb"]
    for (parent, list) in children {
      for child in list.split(whereSeparator: \.isWhitespace) { parents[String(child)] = parent }
    }
    return parents
  }()

  /// Languages that regions write in different scripts.
  static let severalScripts = Set(scriptsByRegion.keys.map { String($0.prefix { $0 != "-" }) })

  private static func table(_ text: String) -> [String: String] {
    let pairs = text.split(whereSeparator: \.isWhitespace).map { $0.split(separator: ":") }
    return Dictionary(pairs.map { (String($0[0]), String($0[1])) }) { first, _ in first }
  }
}
