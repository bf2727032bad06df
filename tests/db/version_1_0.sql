CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL,
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO alembic_version VALUES
('1.0');
CREATE TABLE games (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
	guild_id BIGINT NOT NULL,
	channel_id BIGINT NOT NULL,
	kind TEXT NOT NULL,
	status TEXT NOT NULL,
	rules TEXT NOT NULL,
	settings TEXT NOT NULL,
	opener_id BIGINT NOT NULL,
	invited_id BIGINT,
	rematch_of INTEGER,
	created_at DATETIME NOT NULL,
	started_at DATETIME,
	ended_at DATETIME,
	end_reason TEXT,
	winner TEXT,
	turn_since DATETIME,
	version INTEGER DEFAULT 0 NOT NULL,
	on_move BIGINT,
	home_id BIGINT,
	CONSTRAINT fk_games_rematch_of FOREIGN KEY(rematch_of) REFERENCES games (id) ON DELETE SET NULL
);
INSERT INTO games VALUES
(1,1152921504606846977,1152921504606846996,'open','abandoned','{"players":2,"partners":false,"packs":"per_player","trump":"turn_up","bezique_cards":"fixed","trick":"suit_led","declarations_per_trick":"one","new_card":true,"double_from_singles":false,"treble":true,"reckoning":"tens","announce":true,"bezique_cards_locked":false,"sequence_bars_marriage":false,"seven_scores":"played","seven_exchange":"trick_winner","brisques":"end_of_deal","last_trick":"final","target":1000,"length":"target","finish":"end_of_deal","both_out":"higher_total","past_tricks":"open","irregularities":"prevented","forfeits":"modern"}','{"preset":"modern","clock":"none","first_dealer":1,"lots":{"seats":"chosen","dealer":"passed","numbers":[0,1]}}',1152921504606847076,NULL,NULL,'2026-03-01 12:00:00.000000','2026-03-01 12:00:50.000000','2026-03-09 12:32:18.000000','abandoned',NULL,'2026-03-01 12:01:18.000000',0,0,NULL),
(2,1152921504606846977,1152921504606846996,'open','expired','{"players":2,"partners":false,"packs":"per_player","trump":"turn_up","bezique_cards":"fixed","trick":"suit_led","declarations_per_trick":"one","new_card":true,"double_from_singles":false,"treble":true,"reckoning":"tens","announce":true,"bezique_cards_locked":false,"sequence_bars_marriage":false,"seven_scores":"played","seven_exchange":"trick_winner","brisques":"end_of_deal","last_trick":"final","target":1000,"length":"target","finish":"end_of_deal","both_out":"higher_total","past_tricks":"open","irregularities":"prevented","forfeits":"modern"}','{"preset":"modern","clock":"none"}',1152921504606847076,NULL,NULL,'2026-03-01 12:01:18.000000',NULL,'2026-03-01 12:32:18.000000','expired',NULL,NULL,0,0,NULL),
(3,1152921504606846977,1152921504606846996,'challenge','expired','{"players":2,"partners":false,"packs":"per_player","trump":"turn_up","bezique_cards":"fixed","trick":"suit_led","declarations_per_trick":"one","new_card":true,"double_from_singles":false,"treble":true,"reckoning":"tens","announce":true,"bezique_cards_locked":false,"sequence_bars_marriage":false,"seven_scores":"played","seven_exchange":"trick_winner","brisques":"end_of_deal","last_trick":"final","target":1000,"length":"target","finish":"end_of_deal","both_out":"higher_total","past_tricks":"open","irregularities":"prevented","forfeits":"modern"}','{"preset":"modern","clock":"days-2","invited":"Ben"}',1152921504606847076,1152921504606847077,NULL,'2026-03-01 12:32:18.000000',NULL,'2026-03-09 12:32:18.000000','expired',NULL,NULL,0,0,NULL),
(4,1152921504606846977,1152921504606846996,'open','cancelled','{"players":2,"partners":false,"packs":"per_player","trump":"turn_up","bezique_cards":"fixed","trick":"suit_led","declarations_per_trick":"one","new_card":true,"double_from_singles":false,"treble":true,"reckoning":"tens","announce":true,"bezique_cards_locked":false,"sequence_bars_marriage":false,"seven_scores":"played","seven_exchange":"trick_winner","brisques":"end_of_deal","last_trick":"final","target":1000,"length":"target","finish":"end_of_deal","both_out":"higher_total","past_tricks":"open","irregularities":"prevented","forfeits":"modern"}','{"preset":"modern","clock":"none"}',1152921504606847076,NULL,NULL,'2026-03-09 12:32:18.000000',NULL,'2026-03-09 12:32:38.000000','cancelled',NULL,NULL,0,0,NULL),
(5,1152921504606846977,1152921504606846996,'challenge','declined','{"players":2,"partners":false,"packs":"per_player","trump":"turn_up","bezique_cards":"fixed","trick":"suit_led","declarations_per_trick":"one","new_card":true,"double_from_singles":false,"treble":true,"reckoning":"tens","announce":true,"bezique_cards_locked":false,"sequence_bars_marriage":false,"seven_scores":"played","seven_exchange":"trick_winner","brisques":"end_of_deal","last_trick":"final","target":1000,"length":"target","finish":"end_of_deal","both_out":"higher_total","past_tricks":"open","irregularities":"prevented","forfeits":"modern"}','{"preset":"modern","clock":"days-2","invited":"Ben"}',1152921504606847076,1152921504606847077,NULL,'2026-03-09 12:32:38.000000',NULL,'2026-03-09 12:32:38.000000','declined',NULL,NULL,0,0,NULL),
(6,1152921504606846977,1152921504606846996,'open','finished','{"players":2,"partners":false,"packs":"per_player","trump":"turn_up","bezique_cards":"fixed","trick":"suit_led","declarations_per_trick":"one","new_card":true,"double_from_singles":false,"treble":true,"reckoning":"tens","announce":true,"bezique_cards_locked":false,"sequence_bars_marriage":false,"seven_scores":"played","seven_exchange":"trick_winner","brisques":"end_of_deal","last_trick":"final","target":1000,"length":"target","finish":"end_of_deal","both_out":"higher_total","past_tricks":"open","irregularities":"prevented","forfeits":"modern"}','{"preset":"modern","clock":"none","first_dealer":1,"rematch":[1152921504606847076],"lots":{"seats":"chosen","dealer":"passed","numbers":[0,1]}}',1152921504606847076,NULL,NULL,'2026-03-09 12:32:38.000000','2026-03-09 12:33:28.000000','2026-03-09 12:33:28.000000','resign','[0]','2026-03-09 12:33:28.000000',0,0,NULL),
(7,1152921504606846977,1152921504606846996,'open','finished','{"players":2,"partners":false,"packs":"per_player","trump":"turn_up","bezique_cards":"by_trump","trick":"suit_led","declarations_per_trick":"many","new_card":true,"double_from_singles":false,"treble":true,"reckoning":"tens","announce":false,"bezique_cards_locked":false,"sequence_bars_marriage":false,"seven_scores":"declared","seven_exchange":"trick_winner","brisques":"as_taken","last_trick":"before_last_eight","target":500,"length":"target","finish":"at_once","both_out":"last_trick_winner","past_tricks":"last_only","irregularities":"prevented","forfeits":"britannica"}','{"preset":"britannica","clock":"none","first_dealer":1,"rematch":[1152921504606847076,1152921504606847077],"rematch_id":29,"lots":{"seats":"chosen","dealer":"passed","numbers":[0,1]}}',1152921504606847076,NULL,NULL,'2026-03-09 12:33:28.000000','2026-03-09 12:34:18.000000','2026-03-09 12:49:28.000000','score','[0]','2026-03-09 12:49:28.000000',0,0,NULL),
(8,1152921504606846977,1152921504606846996,'open','finished','{"players":2,"partners":false,"packs":"per_player","trump":"turn_up","bezique_cards":"fixed","trick":"suit_led","declarations_per_trick":"one","new_card":true,"double_from_singles":false,"treble":true,"reckoning":"tens","announce":true,"bezique_cards_locked":false,"sequence_bars_marriage":false,"seven_scores":"played","seven_exchange":"trick_winner","brisques":"end_of_deal","last_trick":"final","target":1000,"length":"target","finish":"end_of_deal","both_out":"higher_total","past_tricks":"open","irregularities":"prevented","forfeits":"modern"}','{"preset":"modern","clock":"none","first_dealer":1,"rematch":[1152921504606847076,1152921504606847077],"rematch_id":9,"lots":{"seats":"chosen","dealer":"passed","numbers":[0,1]}}',1152921504606847076,NULL,NULL,'2026-03-09 12:49:28.000000','2026-03-09 12:50:18.000000','2026-03-09 12:50:25.000000','resign','[1]','2026-03-09 12:50:25.000000',0,0,NULL),
(9,1152921504606846977,1152921504606846996,'rematch','abandoned','{"players":2,"partners":false,"packs":"per_player","trump":"turn_up","bezique_cards":"fixed","trick":"suit_led","declarations_per_trick":"one","new_card":true,"double_from_singles":false,"treble":true,"reckoning":"tens","announce":true,"bezique_cards_locked":false,"sequence_bars_marriage":false,"seven_scores":"played","seven_exchange":"trick_winner","brisques":"end_of_deal","last_trick":"final","target":1000,"length":"target","finish":"end_of_deal","both_out":"higher_total","past_tricks":"open","irregularities":"prevented","forfeits":"modern"}','{"preset":"modern","clock":"none","lots":{"seats":"chosen","dealer":"passed","numbers":[0,1]}}',1152921504606847076,NULL,8,'2026-03-09 12:50:25.000000','2026-03-09 12:50:25.000000','2026-03-09 12:50:25.000000','abandoned',NULL,NULL,0,0,NULL),
(10,1152921504606846977,1152921504606846996,'open','finished','{"players":2,"partners":false,"packs":"per_player","trump":"turn_up","bezique_cards":"fixed","trick":"suit_led","declarations_per_trick":"one","new_card":true,"double_from_singles":false,"treble":true,"reckoning":"tens","announce":true,"bezique_cards_locked":false,"sequence_bars_marriage":false,"seven_scores":"played","seven_exchange":"trick_winner","brisques":"end_of_deal","last_trick":"final","target":1000,"length":"target","finish":"end_of_deal","both_out":"higher_total","past_tricks":"open","irregularities":"prevented","forfeits":"modern"}','{"preset":"modern","clock":"none","lots":{"seats":"chosen","dealer":"passed","numbers":[0,1]}}',1152921504606847076,NULL,NULL,'2026-03-09 12:50:25.000000','2026-03-09 12:50:55.000000','2026-03-09 12:52:05.000000','resign','[1]','2026-03-09 12:52:05.000000',0,0,NULL),
(11,1152921504606846977,1152921504606846996,'open','finished','{"players":2,"partners":false,"packs":"per_player","trump":"turn_up","bezique_cards":"fixed","trick":"suit_led","declarations_per_trick":"one","new_card":true,"double_from_singles":false,"treble":true,"reckoning":"tens","announce":true,"bezique_cards_locked":false,"sequence_bars_marriage":false,"seven_scores":"played","seven_exchange":"trick_winner","brisques":"end_of_deal","last_trick":"final","target":1000,"length":"target","finish":"end_of_deal","both_out":"higher_total","past_tricks":"open","irregularities":"prevented","forfeits":"modern"}','{"preset":"modern","clock":"live-1","lots":{"seats":"chosen","dealer":"passed","numbers":[0,1]}}',1152921504606847076,NULL,NULL,'2026-03-09 12:52:05.000000','2026-03-09 12:52:55.000000','2026-03-09 12:54:17.000000','timeout','[0]','2026-03-09 12:54:17.000000',0,0,NULL),
(12,1152921504606846977,1152921504606846996,'open','abandoned','{"players":2,"partners":false,"packs":"per_player","trump":"turn_up","bezique_cards":"fixed","trick":"suit_led","declarations_per_trick":"one","new_card":true,"double_from_singles":false,"treble":true,"reckoning":"tens","announce":true,"bezique_cards_locked":false,"sequence_bars_marriage":false,"seven_scores":"played","seven_exchange":"trick_winner","brisques":"end_of_deal","last_trick":"final","target":1000,"length":"target","finish":"end_of_deal","both_out":"higher_total","past_tricks":"open","irregularities":"prevented","forfeits":"modern"}','{"preset":"modern","clock":"none","first_dealer":1,"rematch":[1152921504606847077],"lots":{"seats":"chosen","dealer":"passed","numbers":[0,1]}}',1152921504606847076,NULL,NULL,'2026-03-09 12:54:17.000000','2026-03-09 12:55:07.000000','2026-03-09 12:55:35.000000','draw',NULL,'2026-03-09 12:55:35.000000',0,0,NULL),
(13,1152921504606846978,1152921504606847991,'open','finished','{"players":2,"partners":false,"packs":"per_player","trump":"turn_up","bezique_cards":"fixed","trick":"suit_led","declarations_per_trick":"one","new_card":true,"double_from_singles":false,"treble":true,"reckoning":"tens","announce":true,"bezique_cards_locked":false,"sequence_bars_marriage":false,"seven_scores":"played","seven_exchange":"trick_winner","brisques":"end_of_deal","last_trick":"final","target":1000,"length":"target","finish":"end_of_deal","both_out":"higher_total","past_tricks":"open","irregularities":"prevented","forfeits":"modern"}','{"preset":"modern","clock":"none","thread":"closed","first_dealer":1,"lots":{"seats":"chosen","dealer":"passed","numbers":[0,1]}}',1152921504606847076,NULL,NULL,'2026-03-09 12:55:35.000000','2026-03-09 12:56:25.000000','2026-03-09 12:56:39.000000','resign','[1]','2026-03-09 12:56:39.000000',0,0,1152921504606846996),
(14,1152921504606846978,1152921504606847994,'open','playing','{"players":2,"partners":false,"packs":"per_player","trump":"turn_up","bezique_cards":"fixed","trick":"suit_led","declarations_per_trick":"one","new_card":true,"double_from_singles":false,"treble":true,"reckoning":"tens","announce":true,"bezique_cards_locked":false,"sequence_bars_marriage":false,"seven_scores":"played","seven_exchange":"trick_winner","brisques":"end_of_deal","last_trick":"final","target":1000,"length":"target","finish":"end_of_deal","both_out":"higher_total","past_tricks":"open","irregularities":"prevented","forfeits":"modern"}','{"preset":"modern","clock":"none","thread":"open","lots":{"seats":"chosen","dealer":"passed","numbers":[0,1]}}',1152921504606847076,NULL,NULL,'2026-03-09 12:56:39.000000','2026-03-09 12:57:29.000000',NULL,NULL,NULL,'2026-03-09 12:57:43.000000',0,1152921504606847076,1152921504606846996),
(15,1152921504606846978,1152921504606846996,'open','playing','{"players":2,"partners":false,"packs":"per_player","trump":"turn_up","bezique_cards":"fixed","trick":"suit_led","declarations_per_trick":"one","new_card":true,"double_from_singles":false,"treble":true,"reckoning":"tens","announce":true,"bezique_cards_locked":false,"sequence_bars_marriage":false,"seven_scores":"played","seven_exchange":"trick_winner","brisques":"end_of_deal","last_trick":"final","target":1000,"length":"target","finish":"end_of_deal","both_out":"higher_total","past_tricks":"open","irregularities":"prevented","forfeits":"modern"}','{"preset":"modern","clock":"none","thread":"wanted","lots":{"seats":"chosen","dealer":"passed","numbers":[0,1]}}',1152921504606847076,NULL,NULL,'2026-03-09 12:57:43.000000','2026-03-09 12:58:33.000000',NULL,NULL,NULL,'2026-03-09 12:58:40.000000',0,1152921504606847076,NULL),
(16,1152921504606846978,1152921504606846996,'open','playing','{"players":2,"partners":false,"packs":"per_player","trump":"turn_up","bezique_cards":"fixed","trick":"suit_led","declarations_per_trick":"one","new_card":true,"double_from_singles":false,"treble":true,"reckoning":"tens","announce":true,"bezique_cards_locked":false,"sequence_bars_marriage":false,"seven_scores":"played","seven_exchange":"trick_winner","brisques":"end_of_deal","last_trick":"final","target":1000,"length":"target","finish":"end_of_deal","both_out":"higher_total","past_tricks":"open","irregularities":"prevented","forfeits":"modern"}','{"preset":"modern","clock":"none","first_dealer":1,"lots":{"seats":"chosen","dealer":"passed","numbers":[0,1]}}',1152921504606847076,NULL,NULL,'2026-03-09 12:58:40.000000','2026-03-09 12:59:30.000000',NULL,NULL,NULL,'2026-03-09 12:59:44.000000',0,1152921504606847076,1152921504606846996),
(17,1152921504606846977,1152921504606846996,'open','playing','{"players":4,"partners":true,"packs":"per_player","trump":"turn_up","bezique_cards":"fixed","trick":"suit_led","declarations_per_trick":"one","new_card":true,"double_from_singles":false,"treble":true,"reckoning":"tens","announce":true,"bezique_cards_locked":false,"sequence_bars_marriage":false,"seven_scores":"played","seven_exchange":"trick_winner","brisques":"end_of_deal","last_trick":"final","target":1000,"length":"target","finish":"end_of_deal","both_out":"higher_total","past_tricks":"open","irregularities":"prevented","forfeits":"modern"}','{"preset":"modern","clock":"days-3","partners_cut":true,"lots":{"seats":"chosen","dealer":"passed","numbers":[0,1,2,3]}}',1152921504606847076,NULL,NULL,'2026-03-09 12:59:44.000000','2026-03-09 13:01:14.000000',NULL,NULL,NULL,'2026-03-09 13:02:03.000000',0,1152921504606847079,NULL),
(18,1152921504606846977,1152921504606846996,'open','playing','{"players":2,"partners":false,"packs":"per_player","trump":"turn_up","bezique_cards":"fixed","trick":"any_suit","declarations_per_trick":"one","new_card":true,"double_from_singles":false,"treble":true,"reckoning":"tens","announce":false,"bezique_cards_locked":false,"sequence_bars_marriage":false,"seven_scores":"played","seven_exchange":"trick_winner","brisques":"end_of_deal","last_trick":"final","target":1000,"length":"target","finish":"end_of_deal","both_out":"less_brisques","past_tricks":"last_only","irregularities":"prevented","forfeits":"enquire"}','{"preset":"enquire","clock":"days-1","draw":{"ply":9,"user":1152921504606847077,"declined":false,"agreed":[]},"lots":{"seats":"chosen","dealer":"passed","numbers":[0,1]}}',1152921504606847076,NULL,NULL,'2026-03-09 13:02:03.000000','2026-03-09 13:02:53.000000',NULL,NULL,NULL,'2026-03-09 13:03:35.000000',0,1152921504606847077,NULL),
(19,1152921504606846977,1152921504606846996,'open','playing','{"players":2,"partners":false,"packs":"per_player","trump":"turn_up","bezique_cards":"fixed","trick":"suit_led","declarations_per_trick":"one","new_card":true,"double_from_singles":false,"treble":true,"reckoning":"tens","announce":true,"bezique_cards_locked":false,"sequence_bars_marriage":false,"seven_scores":"played","seven_exchange":"trick_winner","brisques":"end_of_deal","last_trick":"final","target":1000,"length":"target","finish":"end_of_deal","both_out":"higher_total","past_tricks":"open","irregularities":"prevented","forfeits":"modern"}','{"preset":"modern","clock":"none","auto_draw":false,"draw":{"ply":6,"user":1152921504606847076,"declined":true,"agreed":[]},"undone":2,"lots":{"seats":"chosen","dealer":"passed","numbers":[0,1]}}',1152921504606847076,NULL,NULL,'2026-03-09 13:03:35.000000','2026-03-09 13:04:25.000000',NULL,NULL,NULL,'2026-03-09 13:05:00.000000',0,1152921504606847076,NULL),
(20,1152921504606846977,1152921504606846996,'open','playing','{"players":3,"partners":false,"packs":"per_player","trump":"turn_up","bezique_cards":"fixed","trick":"rank_only","declarations_per_trick":"one","new_card":true,"double_from_singles":false,"treble":true,"reckoning":"tens","announce":false,"bezique_cards_locked":true,"sequence_bars_marriage":false,"seven_scores":"played","seven_exchange":"any_holder","brisques":"end_of_deal","last_trick":"final","target":1000,"length":"target","finish":"end_of_deal","both_out":"higher_total","past_tricks":"open","irregularities":"prevented","forfeits":"revoke_only"}','{"preset":"parlour","clock":"none","first_dealer":1,"undo":{"ply":7,"user":1152921504606847076,"declined":false,"agreed":[1152921504606847077]},"lots":{"seats":"chosen","dealer":"passed","numbers":[0,1,2]}}',1152921504606847076,NULL,NULL,'2026-03-09 13:05:00.000000','2026-03-09 13:06:10.000000',NULL,NULL,NULL,'2026-03-09 13:06:52.000000',0,1152921504606847077,NULL),
(21,1152921504606846977,1152921504606846996,'open','playing','{"players":3,"partners":false,"packs":"per_player","trump":"turn_up","bezique_cards":"fixed","trick":"suit_led","declarations_per_trick":"one","new_card":true,"double_from_singles":false,"treble":true,"reckoning":"tens","announce":true,"bezique_cards_locked":false,"sequence_bars_marriage":false,"seven_scores":"played","seven_exchange":"trick_winner","brisques":"end_of_deal","last_trick":"final","target":1500,"length":"target","finish":"end_of_deal","both_out":"higher_total","past_tricks":"open","irregularities":"prevented","forfeits":"modern"}','{"preset":"modern","clock":"live-1","claims":{"ply":4,"from":1152921504606847077,"users":[1152921504606847076],"gone":[]},"time_up":4,"lots":{"seats":"chosen","dealer":"passed","numbers":[0,1,2]}}',1152921504606847076,NULL,NULL,'2026-03-09 13:06:52.000000','2026-03-09 13:08:02.000000',NULL,NULL,NULL,'2026-03-09 13:08:23.000000',0,1152921504606847077,NULL),
(22,1152921504606846977,1152921504606846996,'open','playing','{"players":3,"partners":false,"packs":"per_player","trump":"turn_up","bezique_cards":"fixed","trick":"suit_led","declarations_per_trick":"one","new_card":true,"double_from_singles":false,"treble":true,"reckoning":"tens","announce":true,"bezique_cards_locked":false,"sequence_bars_marriage":false,"seven_scores":"played","seven_exchange":"trick_winner","brisques":"end_of_deal","last_trick":"final","target":1500,"length":"target","finish":"end_of_deal","both_out":"higher_total","past_tricks":"open","irregularities":"prevented","forfeits":"modern"}','{"preset":"modern","clock":"live-2","first_dealer":2,"held":{"0":"regular"},"lots":{"seats":"chosen","dealer":"passed","numbers":[0,1,2]}}',1152921504606847076,NULL,NULL,'2026-03-09 13:09:24.000000','2026-03-09 13:10:34.000000',NULL,NULL,NULL,'2026-03-09 13:13:40.000000',0,1152921504606847077,NULL),
(23,1152921504606846977,1152921504606846996,'open','playing','{"players":2,"partners":false,"packs":"per_player","trump":"turn_up","bezique_cards":"fixed","trick":"suit_led","declarations_per_trick":"one","new_card":true,"double_from_singles":false,"treble":true,"reckoning":"tens","announce":true,"bezique_cards_locked":false,"sequence_bars_marriage":false,"seven_scores":"played","seven_exchange":"trick_winner","brisques":"end_of_deal","last_trick":"final","target":1000,"length":"target","finish":"end_of_deal","both_out":"higher_total","past_tricks":"open","irregularities":"prevented","forfeits":"modern"}','{"preset":"modern","clock":"none","first_dealer":1,"lots":{"seats":"chosen","dealer":"passed","numbers":[0,1]}}',1152921504606847076,NULL,NULL,'2026-03-09 13:12:56.000000','2026-03-09 13:13:26.000000',NULL,NULL,NULL,'2026-03-09 13:13:54.000000',0,-21,NULL),
(24,1152921504606846977,1152921504606846996,'open','playing','{"players":2,"partners":false,"packs":"per_player","trump":"turn_up","bezique_cards":"fixed","trick":"suit_led","declarations_per_trick":"one","new_card":true,"double_from_singles":false,"treble":true,"reckoning":"tens","announce":true,"bezique_cards_locked":false,"sequence_bars_marriage":false,"seven_scores":"played","seven_exchange":"trick_winner","brisques":"end_of_deal","last_trick":"final","target":1000,"length":"target","finish":"end_of_deal","both_out":"higher_total","past_tricks":"open","irregularities":"prevented","forfeits":"modern"}','{"preset":"modern","clock":"none","lots":{"seats":"chosen","dealer":"passed","numbers":[0,1]}}',1152921504606847076,NULL,NULL,'2026-03-09 13:13:54.000000','2026-03-09 13:14:44.000000',NULL,NULL,NULL,'2026-03-09 13:22:54.000000',0,0,NULL),
(25,1152921504606846977,1152921504606846996,'open','frozen','{"players":2,"partners":false,"packs":"per_player","trump":"turn_up","bezique_cards":"fixed","trick":"suit_led","declarations_per_trick":"one","announce":true,"bezique_cards_locked":false,"sequence_bars_marriage":false,"seven_scores":"played","seven_exchange":"trick_winner","brisques":"end_of_deal","last_trick":"final","target":1000,"finish":"end_of_deal","both_out":"higher_total","past_tricks":"open","irregularities":"prevented"}','{"preset":"modern","clock":"none","lots":{"seats":"chosen","dealer":"passed","numbers":[0,1]}}',1152921504606847076,NULL,NULL,'2026-03-09 13:22:54.000000','2026-03-09 13:23:44.000000','2026-03-09 13:24:43.000000','frozen',NULL,'2026-03-09 13:23:58.000000',0,0,NULL),
(26,1152921504606846977,1152921504606846996,'open','lobby','{"players":3,"partners":false,"packs":"per_player","trump":"turn_up","bezique_cards":"fixed","trick":"suit_led","declarations_per_trick":"one","new_card":true,"double_from_singles":false,"treble":true,"reckoning":"tens","announce":false,"bezique_cards_locked":false,"sequence_bars_marriage":false,"seven_scores":"played","seven_exchange":"trick_winner","brisques":"end_of_deal","last_trick":"final","target":2000,"length":"target","finish":"end_of_deal","both_out":"higher_total","past_tricks":"open","irregularities":"prevented","forfeits":"modern"}','{"preset":"modern","clock":"live-5","hints":true,"terms":2,"to_agree":[1152921504606847077],"guests":[1152921504606847077,1152921504606847078],"invited_only":true}',1152921504606847076,NULL,NULL,'2026-03-09 13:23:58.000000',NULL,NULL,NULL,NULL,NULL,0,0,NULL),
(27,1152921504606846977,1152921504606846996,'open','lobby','{"players":4,"partners":true,"packs":"per_player","trump":"turn_up","bezique_cards":"fixed","trick":"suit_led","declarations_per_trick":"one","new_card":true,"double_from_singles":false,"treble":true,"reckoning":"tens","announce":true,"bezique_cards_locked":false,"sequence_bars_marriage":false,"seven_scores":"played","seven_exchange":"trick_winner","brisques":"end_of_deal","last_trick":"final","target":1000,"length":"target","finish":"end_of_deal","both_out":"higher_total","past_tricks":"open","irregularities":"prevented","forfeits":"modern"}','{"preset":"modern","clock":"none","partners_cut":true,"left":[[1152921504606847077,"Ben"]]}',1152921504606847076,NULL,NULL,'2026-03-09 13:23:58.000000',NULL,NULL,NULL,NULL,NULL,0,0,NULL),
(28,1152921504606846977,1152921504606846996,'challenge','lobby','{"players":2,"partners":false,"packs":"per_player","trump":"turn_up","bezique_cards":"fixed","trick":"suit_led","declarations_per_trick":"one","new_card":true,"double_from_singles":false,"treble":true,"reckoning":"tens","announce":true,"bezique_cards_locked":false,"sequence_bars_marriage":false,"seven_scores":"played","seven_exchange":"trick_winner","brisques":"end_of_deal","last_trick":"final","target":1000,"length":"target","finish":"end_of_deal","both_out":"higher_total","past_tricks":"open","irregularities":"prevented","forfeits":"modern"}','{"preset":"modern","clock":"days-2","invited":"Dan"}',1152921504606847078,1152921504606847079,NULL,'2026-03-09 13:24:38.000000',NULL,NULL,NULL,NULL,NULL,0,0,NULL),
(29,1152921504606846977,1152921504606846996,'rematch','playing','{"players":2,"partners":false,"packs":"per_player","trump":"turn_up","bezique_cards":"by_trump","trick":"suit_led","declarations_per_trick":"many","new_card":true,"double_from_singles":false,"treble":true,"reckoning":"tens","announce":false,"bezique_cards_locked":false,"sequence_bars_marriage":false,"seven_scores":"declared","seven_exchange":"trick_winner","brisques":"as_taken","last_trick":"before_last_eight","target":500,"length":"target","finish":"at_once","both_out":"last_trick_winner","past_tricks":"last_only","irregularities":"prevented","forfeits":"britannica"}','{"preset":"britannica","clock":"none","first_dealer":1,"lots":{"seats":"chosen","dealer":"passed","numbers":[0,1]}}',1152921504606847076,NULL,7,'2026-03-09 13:24:38.000000','2026-03-09 13:24:38.000000',NULL,NULL,NULL,NULL,0,0,NULL);
CREATE TABLE seats (
	game_id INTEGER NOT NULL,
	seat INTEGER NOT NULL,
	user_id BIGINT NOT NULL,
	name TEXT NOT NULL,
	joined_at DATETIME NOT NULL,
	CONSTRAINT pk_seats PRIMARY KEY (game_id, seat),
	CONSTRAINT uq_seats_game_id_user_id UNIQUE (game_id, user_id),
	CONSTRAINT fk_seats_game_id FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE
);
INSERT INTO seats VALUES
(1,0,1152921504606847076,'Ann','2026-03-01 12:00:00.000000'),(1,1,1152921504606847077,'Ben','2026-03-01 12:00:20.000000'),
(2,0,1152921504606847076,'Ann','2026-03-01 12:01:18.000000'),(3,0,1152921504606847076,'Ann','2026-03-01 12:32:18.000000'),
(4,0,1152921504606847076,'Ann','2026-03-09 12:32:18.000000'),(4,1,1152921504606847077,'Ben','2026-03-09 12:32:38.000000'),
(5,0,1152921504606847076,'Ann','2026-03-09 12:32:38.000000'),(6,0,1152921504606847076,'Ann','2026-03-09 12:32:38.000000'),
(6,1,1152921504606847077,'Ben','2026-03-09 12:32:58.000000'),(7,0,1152921504606847076,'Ann','2026-03-09 12:33:28.000000'),
(7,1,1152921504606847077,'Ben','2026-03-09 12:33:48.000000'),(8,0,1152921504606847076,'Ann','2026-03-09 12:49:28.000000'),
(8,1,1152921504606847077,'Ben','2026-03-09 12:49:48.000000'),(9,0,1152921504606847076,'Ann','2026-03-09 12:50:25.000000'),
(9,1,1152921504606847077,'Ben','2026-03-09 12:50:25.000000'),(10,0,1152921504606847076,'Ann','2026-03-09 12:50:25.000000'),(10,1,-11,'⌂ Babette','2026-03-09 12:50:25.000000'),
(11,0,1152921504606847076,'Ann','2026-03-09 12:52:05.000000'),(11,1,1152921504606847077,'Ben','2026-03-09 12:52:25.000000'),
(12,0,1152921504606847076,'Ann','2026-03-09 12:54:17.000000'),(12,1,1152921504606847077,'Ben','2026-03-09 12:54:37.000000'),
(13,0,1152921504606847076,'Ann','2026-03-09 12:55:35.000000'),(13,1,1152921504606847077,'Ben','2026-03-09 12:55:55.000000'),
(14,0,1152921504606847076,'Ann','2026-03-09 12:56:39.000000'),(14,1,1152921504606847077,'Ben','2026-03-09 12:56:59.000000'),
(15,0,1152921504606847076,'Ann','2026-03-09 12:57:43.000000'),(15,1,1152921504606847077,'Ben','2026-03-09 12:58:03.000000'),
(16,0,1152921504606847076,'Ann','2026-03-09 12:58:40.000000'),(16,1,1152921504606847077,'Ben','2026-03-09 12:59:00.000000'),
(17,0,1152921504606847079,'Dan','2026-03-09 13:00:44.000000'),(17,1,1152921504606847078,'Cat','2026-03-09 13:00:24.000000'),
(17,2,1152921504606847077,'Ben','2026-03-09 13:00:04.000000'),(17,3,1152921504606847076,'Ann','2026-03-09 12:59:44.000000'),
(18,0,1152921504606847076,'Ann','2026-03-09 13:02:03.000000'),(18,1,1152921504606847077,'Ben','2026-03-09 13:02:23.000000'),
(19,0,1152921504606847076,'Ann','2026-03-09 13:03:35.000000'),(19,1,1152921504606847077,'Ben','2026-03-09 13:03:55.000000'),
(20,0,1152921504606847076,'Ann','2026-03-09 13:05:00.000000'),(20,1,1152921504606847077,'Ben','2026-03-09 13:05:20.000000'),
(20,2,1152921504606847078,'Cat','2026-03-09 13:05:40.000000'),(21,0,1152921504606847076,'Ann','2026-03-09 13:06:52.000000'),
(21,1,1152921504606847077,'Ben','2026-03-09 13:07:12.000000'),(21,2,1152921504606847078,'Cat','2026-03-09 13:07:32.000000'),
(22,0,1152921504606847076,'Ann','2026-03-09 13:09:24.000000'),(22,1,1152921504606847077,'Ben','2026-03-09 13:09:44.000000'),
(22,2,1152921504606847078,'Cat','2026-03-09 13:10:04.000000'),(23,0,1152921504606847076,'Ann','2026-03-09 13:12:56.000000'),(23,1,-21,'⌂ Odette','2026-03-09 13:12:56.000000'),
(24,0,1152921504606847076,'Ann','2026-03-09 13:13:54.000000'),(24,1,1152921504606847077,'Ben','2026-03-09 13:14:14.000000'),
(25,0,1152921504606847076,'Ann','2026-03-09 13:22:54.000000'),(25,1,1152921504606847077,'Ben','2026-03-09 13:23:14.000000'),
(26,0,1152921504606847076,'Ann','2026-03-09 13:23:58.000000'),(26,1,1152921504606847077,'Ben','2026-03-09 13:23:58.000000'),
(27,0,1152921504606847076,'Ann','2026-03-09 13:23:58.000000'),(27,1,1152921504606847078,'Cat','2026-03-09 13:24:38.000000'),(27,2,-31,'⌂ Madame Fleury','2026-03-09 13:24:38.000000'),
(28,0,1152921504606847078,'Cat','2026-03-09 13:24:38.000000'),(29,0,1152921504606847076,'Ann','2026-03-09 13:24:38.000000'),
(29,1,1152921504606847077,'Ben','2026-03-09 13:24:38.000000');
CREATE TABLE deals (
	game_id INTEGER NOT NULL,
	number INTEGER NOT NULL,
	dealer INTEGER,
	deck TEXT,
	commitment TEXT NOT NULL,
	secret TEXT NOT NULL,
	entropy TEXT NOT NULL,
	message_id BIGINT,
	opened_at DATETIME NOT NULL,
	dealt_at DATETIME,
	closed_at DATETIME,
	cuts_closed_at DATETIME,
	CONSTRAINT pk_deals PRIMARY KEY (game_id, number),
	CONSTRAINT fk_deals_game_id FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE
);
INSERT INTO deals VALUES
(1,0,1,'7Sa 8Sa KDa KCb 9Sb JHb QSb QSa 7Db AHb TDb JSb 9Da ACb ASb 9Hb TSb QDb TSa ASa 9Cb KSa ADa THa AHa 8Db 8Ha 8Sb QHb TDa 7Cb JDa 7Hb 7Ha ACa 9Ca 7Sb JDb JCb THb QCb 7Ca QCa JCa 9Sa QDa KCa 8Ca 9Db 8Cb JSa KHa 9Ha JHa ADb TCb KHb QHa 8Da 8Hb 7Da KSb KDb TCa','5ad20a11a4c9fadc0a7132aa86e72a0976304ff796206f876d05f07a80eb7dbe','3365093ae54fd35ea7f758f66c361860d1385720a6177031dae16eb4b010350ba1b3ce15d2240823d44a583f1000afcf5ce3c6ffb3d5a08148159b3529f29466','["message:1152921504606847976","cut:1:for luck"]',1152921504606847976,'2026-03-01 12:00:00.000000','2026-03-01 12:00:50.000000','2026-03-09 12:32:18.000000',NULL),
(2,0,NULL,NULL,'054783812844aa667f83a24db7d6e5f4e582a94a6c491c10b3cd7c123d433262','e961c67cb47c0074a85df663822fb77ead50b892400a36313806b8e5c10a9dd490481667d4c5ed16d07a2f7c146af33ba86a4fc270261e0522577fb342df4a44','[]',1152921504606847977,'2026-03-01 12:01:18.000000',NULL,NULL,NULL),
(3,0,NULL,NULL,'27903eaffe114e18e03aaacb4111ab2bb9088325a56571b923be31959ea477d8','ba5f2a85afa85c68c43b6d7980afede679aa41e931160b614b43dbb94f781d1deae3b7a956aa234293f3df188da7d9fd1a8c71d070942610d317e962c153c39e','[]',1152921504606847978,'2026-03-01 12:32:18.000000',NULL,NULL,NULL),
(4,0,NULL,NULL,'2476fd78841cb7fd3ea8232e2896a31a9520edc80eb595feb1cc8da6499809e2','a3395cd405849060431f941ba3042da9eca4dc0e57e9a35667e5023c0613f9b0c4b107161e70617f4eb244e7a92354a60cbc4d846982c0e606013a353c94df94','[]',1152921504606847979,'2026-03-09 12:32:18.000000',NULL,NULL,NULL),
(5,0,NULL,NULL,'36f86b23250841555894dc0d79e5ef64fa8fae68e58b60502307259e86adb032','01d3f2ce8e27632432c6519b06c87a106ed12a8a4a6d30f2854b9709ff44197dab75aab37c6aa03112f2f025fdf52ff26b713ddcf6d63694c4a9cd745ae89bba','[]',1152921504606847980,'2026-03-09 12:32:38.000000',NULL,NULL,NULL),
(6,0,1,'8Ha QDa 8Ca JCa 9Ca 7Ca AHb JHb JSa QCb 9Sb TDa QHb ASb JSb 9Db THa JHa 9Sa QHa ADa KCb KHa JDa QDb JDb 8Cb ACb 9Hb 7Cb 7Ha 7Sa 8Db 8Sa 7Da KCa 7Db TSb TCb 7Hb TCa 9Cb KSa AHa KHb QSb ADb QCa QSa THb 9Ha JCb ASa KSb TDb KDa 9Da 8Da 8Hb TSa ACa 7Sb 8Sb KDb','126134df07a5fdd09b1dd130b5afc3df71b05b0513a3adce1cd7f26286a23cff','81089995e29286e1497ef471f29120491f87ac8e367a505b9cdfe3da3e9fc9e08f32166d19c58d222955862856dba8c36a93ef99f764fd18889124881eb8afb0','["message:1152921504606847981","cut:1:for luck"]',1152921504606847981,'2026-03-09 12:32:38.000000','2026-03-09 12:33:28.000000','2026-03-09 12:33:28.000000',NULL),
(7,0,1,'KSb 8Ha KCa 9Cb ASa 9Ca 7Db QSa ACa 8Sa TDb QSb JDb QDb KDb TSa JHb TCa KHa 9Da 8Sb KDa 9Db JSa QCa 8Da 9Sa QDa 8Ca 8Db KHb JCa ASb QHb ADb 7Sa 7Ca THa 7Hb 8Hb 7Cb TDa JSb KCb 8Cb 7Sb 7Ha TCb ADa QCb TSb THb 9Sb KSa JCb AHb JHa 9Ha 9Hb ACb 7Da AHa JDa QHa','7684436bd94d78322486a97a06016241d1cb3c757df8a9c7e04eef39746ece01','ea59665bb02e33f3fc0dd7a4bb27efd76032a07e0355ed803587bd9fda11993267f20c4f98e070266fb7115bf2345a87a974cb48bfa6818280d534a8a4a24812','["message:1152921504606847983","cut:1:for luck"]',1152921504606847983,'2026-03-09 12:33:28.000000','2026-03-09 12:34:18.000000','2026-03-09 12:42:56.000000',NULL),
(7,1,0,'JHa 9Ha 8Sb QHa 7Sb 8Sa QCa KDa TDb ACa 7Ha KDb KHb KHa JDb TDa JCa KCa QHb JSb 8Db 9Db KCb ACb 8Hb 7Hb QSa ASb TCb ADa ASa 9Sa ADb TSa TCa QDb TSb 7Db AHa AHb QCb 9Hb 9Ca 7Ca KSb JSa 9Cb 8Da 7Cb 7Da JCb THb JDa QDa 8Ha 7Sa QSb THa 8Cb 9Sb JHb 8Ca 9Da KSa','4bf9327f91b9756f8cf8d00011400e75d4b832672ab219087eb6ab5d4119e25b','d4546f3ecd686ce85df00c03c86eb34b4c01de574f3e4438f9c64f4467859d087f10646cd2ca3841d1397e60d1de604c23bf95d5a8d294b47d3a37e4133ebb6a','["message:1152921504606847984"]',1152921504606847984,'2026-03-09 12:42:56.000000','2026-03-09 12:42:56.000000','2026-03-09 12:49:28.000000',NULL),
(8,0,1,'9Ca 7Db AHb 9Cb QHb 9Ha 8Sa 8Sb JDb JSa ADb 7Ha KDb AHa QDb TCb KDa 7Sa 7Ca QHa KHa 9Db 9Da QSa JCb ASa TSb 8Da 8Hb JHa 9Sa 8Ha ACa TDb 8Cb KSa 7Sb JCa 8Db THa KHb 7Cb ADa TCa JSb QCa 8Ca TSa KCb THb 9Hb TDa KCa ASb 7Hb QDa 7Da QCb QSb JHb ACb JDa 9Sb KSb','c59630897753ed2d89b69113ac91302c09aaa3de712c8b5499d243f2c9f6a9b2','be3fdd2c0a094ea8dc8d71657f5cc31d66e18a2a6731bbee2d9ac5a9a1ce23da0d7a8ff949e88f06bbb4a933e5601bf957b037c41d072229bfbbcf4c16d6d11d','["message:1152921504606847986","cut:1:for luck"]',1152921504606847986,'2026-03-09 12:49:28.000000','2026-03-09 12:50:18.000000','2026-03-09 12:50:25.000000',NULL),
(9,0,NULL,NULL,'4d907007cd62a7918a5e47236bb862dc9674b22489e64dadccc8fca30f0b2f91','680ba9c38c596561853f8157ed171ed616698f2b193ab291bef5836f58c5b6e700f4513b54059823bf60fc686b206290a68d3072b14e3b683787ff6adf058414','[]',NULL,'2026-03-09 12:50:25.000000',NULL,NULL,NULL),
(10,0,0,'QHa JCb 8Sa 8Sb TSa 8Db 9Da KSa 8Hb ACa QDb THa ACb 7Hb 8Cb QHb 9Sb 8Da KDa QCb 9Sa KCa ASb JSb JHa TDb 9Db TCb QDa KCb JDb JCa KDb ADb KSb AHb THb KHa 7Db 9Ca TDa JDa KHb JHb ADa 7Sa 7Ca QCa 7Sb 8Ha 8Ca QSb TSb TCa 9Ha 9Cb QSa 7Cb 7Da JSa 7Ha 9Hb AHa ASa','47231f62eeae5a444e88fe437816c000153adaa791ea4df2a8a840920627a6e4','fe81a89691e9e9117725eb49121783b7fb3d5918e564b6082d54d3150151c8a9201e451b15dba7c3e69e5c853516fc867cb3335c4e065627516ac5ce5ff8bbef','["message:1152921504606847987","cut:0:for luck"]',1152921504606847987,'2026-03-09 12:50:25.000000','2026-03-09 12:50:55.000000','2026-03-09 12:52:05.000000',NULL),
(11,0,0,'7Hb JSa ASb 8Ca KSa TSb JHa 9Da KDa QCa ACb QDb TCb 7Ha 7Da 7Cb 9Ha AHb QHb KCb 9Ca 8Ha 9Cb ADa 8Da 7Ca QCb KHb KDb KCa THb KHa JHb 8Hb QDa 9Hb JCa 8Db 7Sa AHa JCb ADb TDa 9Db ACa 8Cb 8Sa 9Sa 9Sb QHa 8Sb 7Sb 7Db TDb JSb JDa KSb TSa TCa THa ASa QSa JDb QSb','3291ef40e2734fb322fc7271e76d63d1e0812f2dc9ecff41e8e8bb40cc17f9d3','56ac4f539ec107f72511b55d1bb0c000eb3156a5de05efd56cbfbf7f33eec73506ce870f3fbe0be084c4049ee6a57a08711006e201e914f7cd7570de0a9766c2','["message:1152921504606847988","cut:1:for luck"]',1152921504606847988,'2026-03-09 12:52:05.000000','2026-03-09 12:52:55.000000','2026-03-09 12:54:17.000000',NULL),
(12,0,1,'ADa ASb AHa 9Sa JCa QSa 9Hb KHb 7Ca AHb TSa 7Hb 8Hb JCb JHa KDb QSb 9Sb ADb 9Cb TSb 7Ha 8Ca KCa KDa 8Db 9Ha 7Sa 8Sb 7Sb THa QHb ASa QDa 8Sa TDb KCb TCb 8Da 8Ha 7Cb JSa QCb QDb 7Db ACb 8Cb KSa QCa TCa QHa KHa JDa JSb TDa ACa 9Da 9Ca 7Da JHb JDb 9Db KSb THb','679a6d11d5f6ea9e6461fae9133156a042e9319c6c6db144cded0d2a23f474e4','8ade6756fd5149f80d19586e74b5077175a9f61e9fbd5615c34f5133519cfb9a80f65639cc06497f0f7db6cfe0d42279c73b4bcab5968e27c4f78e61ccd53c1f','["message:1152921504606847989","cut:1:for luck"]',1152921504606847989,'2026-03-09 12:54:17.000000','2026-03-09 12:55:07.000000','2026-03-09 12:55:35.000000',NULL),
(13,0,1,'8Cb ASa 8Ca 8Da 9Cb KHa 9Ca 7Sb JSa 7Da THb KSb KCa QDa 9Sa 9Da JCa QDb 7Db QSa THa 7Hb JDa 8Sb TDb 7Cb QCa KDb 7Ca 9Hb 9Ha TCb QSb 7Sa ACb KHb JHb JDb KCb QCb KSa 7Ha ASb TDa 8Ha AHa 8Db TCa TSa QHb ADa JHa ADb 8Sa AHb 9Sb 8Hb QHa JCb 9Db ACa JSb TSb KDa','757700c03904be26f9c9730a42d8c3550ecd5f2959a1a945b79f23ed6176211b','cbeb90b85d70e37367c1dda53c265f20181527b8eaff81700322b5839af4bbb92b4c261729502ab708f5b3ed6ffea678c71f5990d3fdcc641d9d03d1bbe95d5c','["message:1152921504606847990","cut:1:for luck"]',1152921504606847990,'2026-03-09 12:55:35.000000','2026-03-09 12:56:25.000000','2026-03-09 12:56:39.000000',NULL),
(14,0,0,'7Sa 9Sb ASa JDb 9Cb AHb TCa 7Cb 8Sb ACa 7Db THb 8Da 9Db ACb 8Cb QDb KHb 9Ca JSb JHb 8Db QSb 9Ha ASb 8Ha 7Ha AHa QDa JCa 8Ca 7Da KDb JDa TCb QHb ADb 9Sa 7Ca THa 9Hb 7Sb QCa KSa QSa QCb TDb KDa KSb JHa KCb TDa 7Hb TSa 8Hb JSa JCb TSb KHa QHa ADa 9Da 8Sa KCa','65b498ca95f37bad2c234509a648a40fb4aaddde00bb557fdbdf6167c55c07a9','1080090d67cf8f321577860cb6903b728969841c40e2b11ba93912364dd7a2b99d912d01738854b5d8f7c3995d778c9c02ed13e84541ca05dbffbba7cf88355d','["message:1152921504606847993","cut:1:for luck"]',1152921504606847993,'2026-03-09 12:56:39.000000','2026-03-09 12:57:29.000000',NULL,NULL),
(15,0,0,'TDa ASa 8Sa QCb ASb QHa TDb THa QCa 7Da 8Sb 8Ha 7Db QSb 7Sa JSb QHb 7Ca TSa 8Hb 9Db KHb JDa QDa KCb 7Cb 9Ha QSa 9Da 7Hb TCa AHa JHb 9Ca KHa 8Cb 8Db KCa 7Ha ACb KSb 9Sa 8Ca 9Sb QDb KSa ACa JSa TSb KDa 7Sb 8Da THb 9Hb JCa JCb ADb AHb 9Cb JHa JDb ADa KDb TCb','83a50cccffa4ff83c7489451cd44d1214f34be1019df72a1047d60fa5e0c3156','d2d8e417de1089fa4acbc0f74b49bcbfa60b71c154dba699d540a9802dc6bbd16e1286b44443a89109865f335b3664804336bc3aa3ccf852bcf396861d195562','["message:1152921504606847997","cut:1:for luck"]',1152921504606847997,'2026-03-09 12:57:43.000000','2026-03-09 12:58:33.000000',NULL,NULL),
(16,0,1,'ASa KHa KHb 7Hb 7Sb TCb 9Db QHa 8Sb JCa 7Db 9Sb THb KDb JDb 8Da TDa 7Ca QSb KSb QSa QHb JHa ADa 9Sa 8Ca 8Db KSa QDb ACb ASb 9Cb THa JCb TSb 9Ca 7Da 8Cb KDa JHb JDa KCb 7Cb QCb 7Sa 9Da JSb ADb 7Ha 9Hb JSa AHb 9Ha QCa TCa 8Hb 8Ha KCa TSa 8Sa TDb AHa ACa QDa','c510c6dfee5b0363ea879fc486a2764e72b645ea836d81b7690c58de41efed7d','5f7a204a91a1f89cd849e64ba679aae876a67214aa4048befd052f52cce175ed60f531e88fb852fba7492367f25042394714e1a1b823e24b67116214da611e8c','["message:1152921504606847998","cut:1:for luck"]',1152921504606847998,'2026-03-09 12:58:40.000000','2026-03-09 12:59:30.000000',NULL,NULL),
(17,0,0,'ASb ADa 7Sd KCd 9Cd ADd TCb 8Sa ASc KHc 9Cc 7Cd ACb THc 7Ha KDb 8Ca 9Db 9Dd 7Da JHb JSa 7Db ADb JCa ACa 9Sc 7Sa ACc TCa TCd 8Cd QCc 8Dc AHd 8Hd JHd AHa KDa 7Dd QDc JHa ASa KHb KHa 7Ca JDb QHc 8Dd AHb 9Da 8Da QHa 8Sb JCc TSd QSa 8Cb JCb 7Hd QHb JDc QCa KSb TSc TSb JSc THb JHc QDd 9Sb THa 9Hd KSc JSb KCa KDc 7Hc 9Cb KSa TDa QCd JDd JCd KCb ADc 7Cc QDa 9Hb 7Sb KDd QSb TDb 7Cb 9Hc 8Sd QHd QDb JDa TSa TDd 8Cc 7Sc 8Sc 8Ha 9Ha TDc QSc AHc 7Dc 9Dc QSd 8Hb 9Sa 8Hc JSd TCc ASd 7Hb 8Db THd 9Ca QCb KHd 9Sd KCc KSd ACd','5432386940abb7cff350b99bf696a826c6ea4337989458bd4eb265951dea90e5','81a885bee569875e052089ce701901f1c0c3a2bd3639b9d9f7cc2152348b2a843b155b4d925907a0f21bcdd41d5e01f565c05b5b0b9b84c8eb7f30e5a351bb4b','["message:1152921504606848000","cut:0:for luck"]',1152921504606848000,'2026-03-09 12:59:44.000000','2026-03-09 13:01:14.000000',NULL,NULL),
(18,0,0,'9Sb 8Sb 7Sa KDa KHb KCa ADa QCa 8Da KCb JCb ASa 8Ca JSb 9Da JHb ACb 9Sa 9Cb QCb KSb KSa QDa KDb JCa QSb 8Sa 7Db QHb 7Ca AHa THb ADb ACa 9Db 7Sb KHa JSa TSa TDa QDb QSa THa TDb TCb 7Da JHa 9Ha 8Cb 8Ha 8Hb ASb 7Hb JDa 8Db AHb 9Hb 9Ca JDb TCa TSb QHa 7Ha 7Cb','752a9475366aa1f79828cf512aa72a8a4d5e842719f8aa3e703df12e4f2e3bba','62c2ef9c41592b627d1ab7d7326641eb26d730af17630e86fce7a0efbb59cdb0465d60ba8ec6145b68f427d2dd8f0fadaa28dd9a3842cb95b108b85c79c84fac','["message:1152921504606848001","cut:1:for luck"]',1152921504606848001,'2026-03-09 13:02:03.000000','2026-03-09 13:02:53.000000',NULL,NULL),
(19,0,0,'KDb 9Sb ACa 7Sb ACb KCb JCb KCa TSb TSa ASa 7Hb TCb THa 9Db 9Cb ADb KHb 8Ha ASb 7Sa TDb AHa 9Da JCa JDa TDa QCa 7Db KSa ADa KDa 9Ha QDa KHa 8Sb QCb 9Ca 8Db 7Ca 8Cb JSb JSa KSb 9Hb 7Da AHb 7Cb TCa JDb QDb 8Da 8Hb QSb QHb 8Sa JHa QHa 7Ha 8Ca JHb THb QSa 9Sa','dce9a5004ac058efc714ad53d38a560002dd3856c3eb5ca12ebe25736764b2ae','34db6c7d5ed19bd2e933688770b5df81e3cf93d63d9afc143612d34486aed729a0909111f1c68c7fca56aebbe3acccdd759d58452ba51efd2bc7736b0339b2c7','["message:1152921504606848002","cut:1:for luck"]',1152921504606848002,'2026-03-09 13:03:35.000000','2026-03-09 13:04:25.000000',NULL,NULL),
(20,0,1,'JHb JSc KDc 8Dc KSc 9Da 8Sc 8Cb TDc KCc 7Sb ASa ADc JHc QDa QSb AHc JDc 9Sb 7Cb 8Db 8Ha JCa 7Hc ADa QDb 8Hb JSa THb 7Sa KHc TDa JDa AHa KCb 9Sc ASc TSa JSb 9Hc 7Db AHb ACa KHb KSb 7Hb 8Ca JCb TCa JCc JDb KSa QHa TCc TCb THc 9Cc 7Da 9Cb QHb TDb QCc TSc KHa 9Dc 9Db 9Sa ASb 7Dc 7Cc 8Sa QSa 9Hb 7Sc ADb 8Hc 7Ca 8Da 9Ha THa 8Cc KDb QSc 8Sb 7Ha ACb 9Ca JHa QCa QCb QHc KDa KCa ACc QDc TSb','20f0b360bf2386ff214f3ae7aa886eafff72cf528fa4cc7b95d1910f1edd3689','24304fd470b230d3102c2146c37e9afc1554a94ad64a2b4662a5e1cd693648d32ea515813d5dc3446c0aff46aa05cafe1e056ee38f1dd6a149ea6b6956039a3e','["message:1152921504606848003","cut:2:for luck"]',1152921504606848003,'2026-03-09 13:05:00.000000','2026-03-09 13:06:10.000000',NULL,NULL),
(21,0,0,'JCb JSb QHb KCa ADc 8Hb 8Ca TSc 9Ha KDa KCc QCb ASa 9Cb TDa 9Cc 9Db JCc 7Hb 8Db JDc 7Sb JSa 9Sc ASb 7Sa QDb JDa KHa KHb ADb 8Hc 8Dc QSc 9Da QDc QCa TCa 8Sa AHb 7Db TSb KDc 7Ha 9Hc AHa 7Hc TDb 7Da JCa QSa KCb ACb ADa 8Cb QHa 9Sa JSc QDa 7Cc KDb 7Sc 9Sb ACa QSb 7Cb 7Ca KSa 8Ha TCc TDc 8Da QCc KHc 9Dc JHa JDb 8Sb QHc ASc ACc THa THb 9Hb 7Dc 8Sc JHb TCb TSa JHc 8Cc 9Ca AHc THc KSc KSb','a7c6bc7934600e55756b0e284b010a2b6102aa86c43f856846cb30084e06d41d','421948ca3301358178b954bfeb3c3b754061f93fe68bf63bd8a932d0312099cf56b6ba98c382768657d968d45ba204324358315eb059247f154de0c7de46121b','["message:1152921504606848004","cut:2:for luck"]',1152921504606848004,'2026-03-09 13:06:52.000000','2026-03-09 13:08:02.000000',NULL,NULL),
(22,0,2,'JCb KHb TCc 9Cb 9Ca 8Cc 7Sc JDc 8Db ACa KSc QHa 7Ca JSa JHc 8Ca QDa JHa ADc 8Sc 7Hc 9Cc 7Sa 9Hc ADb 9Sb AHa 7Cc TCb QSa 8Sb THb TSb QDb 8Dc KHc 8Da 8Cb JSc 7Ha ADa ASc QCb KDc ASb JDb KCc KHa KSb TSa KDa AHc 9Ha THa QSb 7Sb ASa KCa JCa 8Hc TDa 7Da 9Sa AHb 7Cb KCb 8Hb QHc ACb ACc TDc 7Dc 9Da 9Dc 8Ha TDb JSb 9Db JHb 9Sc JCc 7Hb KDb KSa QHb 7Db QSc 8Sa JDa 9Hb QDc TSc THc TCa QCc QCa','87eb1b9a39ac76168700c026345ae1b019bd7eaf676f2d2318c193dc4c8b102e','a1de99a71480b32b57d1bdc75b251691cfae3afea78f756d9faea2ebb9298e0bafa547c9c03efde8b0a90523c8a1a70580b13b9ce251f53069bc5eaf710cbf43','["message:1152921504606848006","cut:2:for luck"]',1152921504606848006,'2026-03-09 13:09:24.000000','2026-03-09 13:10:34.000000',NULL,NULL),
(23,0,1,'TSa 8Sa TCa 8Cb AHb 7Ha 9Db JSa ADa TDb 8Da JDb TDa 9Hb 7Db QHb 9Da QDb TSb ASa JCa 7Sb JHb 7Ca QCa ASb 8Db 8Ca 9Sb AHa JSb KSb 9Ca 7Cb 7Hb 8Ha KHa QSa ADb 7Da JDa 7Sa JCb QHa 9Cb 8Sb QCb 9Sa THb 8Hb TCb THa KDa ACa 9Ha JHa KCa QSb KSa ACb KDb KCb QDa KHb','f2c2b0e60313be4c43531f79cb9ddad6a49d2d31e5ed18ab3c7ae59cb8bb8e1c','632fcae7b29940485d6fe1ecbaecec90f700bb176bcc572047056a9bc8c0895b845271dd9f5610fb84ef17a799a6e310623ee651205765ca39f9e8091022ead5','["message:1152921504606848007","cut:0:for luck"]',1152921504606848007,'2026-03-09 13:12:56.000000','2026-03-09 13:13:26.000000',NULL,NULL),
(24,0,0,'7Db KHa TSb JDa KCb 7Cb 8Ca TCb THa JHa 7Sa 8Da 8Db ACb QHa QSa 9Cb QHb KDa 7Hb KCa JSb AHb 9Db 8Sb 7Ca JCb KHb QCb ASb JSa ADb JCa QDb ASa QCa ADa 9Hb JDb QDa JHb 9Da KDb QSb 8Ha AHa 8Cb ACa KSb 8Sa 9Sa 7Da KSa 9Sb TDa 9Ca 7Ha 7Sb 9Ha TCa THb TSa TDb 8Hb','feebf7f7f1a74f591524a3b753d2bb06b3a3981ee225e0c47d5db8503ee65157','425a7abe7c8e845bb5379bf71797a853948cec105743228589336ee6f8b72e1d05c19fea1d96acb8a5430a9c9095195915393f6fc593e4288fab3628f2114241','["message:1152921504606848008","cut:1:for luck"]',1152921504606848008,'2026-03-09 13:13:54.000000','2026-03-09 13:14:44.000000','2026-03-09 13:22:54.000000',NULL),
(24,1,NULL,NULL,'3e92e95f370bef97527deae4eb007a1c190aa553b83be5f91d3a3921a31862b1','d1753ec89349ac1079ed8a19c699d2881b89fc38a0750715c0690c4bfdc8ceecb5283b2d87ef4256340dd9bf2aefec320d13e81bc3980df2aa4c060d4c2ca30e','[]',1152921504606848009,'2026-03-09 13:22:54.000000',NULL,NULL,NULL),
(25,0,0,'JHa THa TSb JDa ADa 7Hb 7Sa QHa TCb QSa QDa 9Db 7Cb 8Hb TSa 8Ha 8Sb ACb 8Db ASa 7Sb 8Cb TDa KSb 9Da AHa 9Hb QHb TDb JCb 7Da TCa QCb KHa JDb 9Ca JSb 9Ha ACa KCa ADb KCb JSa 7Ha ASb KSa 9Cb 8Sa KHb QSb 7Db KDa 9Sa JCa JHb AHb THb 8Ca QCa KDb 7Ca 8Da 9Sb QDb','8868f9e108ab8c73c75f27b63ecbf5089813af7424485ff6f6d0c3202f2a31e0','a1654c8ea38053c961b375bc71b87c2d404938d30c57b52bb1f2398fa5c8bca36ba9a653598b9f4bb543c4e10136043e3a3074bc61591a809e83987a86b6671c','["message:1152921504606848010","cut:1:for luck"]',1152921504606848010,'2026-03-09 13:22:54.000000','2026-03-09 13:23:44.000000',NULL,NULL),
(26,0,NULL,NULL,'85c16e7f3f10c0edff67ad04bfcf280c07044931dff9d11f17572acac742322e','fe1d66ee9551e6bfbc9ef521d16eb33992cbab535732d137f60567686585842ce30a412b9723912209f015c3e213bf703caa930f0917e1b1cc0830e389aec772','[]',1152921504606848011,'2026-03-09 13:23:58.000000',NULL,NULL,NULL),
(27,0,NULL,NULL,'2fd8d1e4eff27973f7af980583af42ca472bb4390e31531f05df8d6b5a5b5bf1','164fe79584b3f7aa45911f9d2a3c8f499f82326afd517bd0a93bbfef6d6ac36f53660e9485bfc1af739a84e5d12dbfbc21ae35ec46313e5fc2aa2eb1275f6190','[]',1152921504606848012,'2026-03-09 13:23:58.000000',NULL,NULL,NULL),
(28,0,NULL,NULL,'43b4a339b755fdbc0173301cdfa248b99ab4565654acedcae7ccf319e7d198c6','6bcfbdfbca2ac4b5aa4f587dbaa859de8c05d65d467608bcae8e10d893b698c794552a8721cdfd2fa0a80e4fdada1f445ce21cae544614f2b1d6d279d3dc40d5','[]',1152921504606848013,'2026-03-09 13:24:38.000000',NULL,NULL,NULL),
(29,0,NULL,NULL,'8bf3921ec2246b6811380793322f40198ff130313709f548c898f9dc97d46f0d','1860bd203f5fc6d6be8e7cd66163e146c369fc7f7900a1a2b6a8b8f8241baf8197079e88d665f0c92cf6d4ef03010983fc15054a2c7691ce4eafad37557d8a91','[]',1152921504606848014,'2026-03-09 13:24:38.000000',NULL,NULL,NULL);
CREATE TABLE cuts (
	game_id INTEGER NOT NULL,
	deal INTEGER NOT NULL,
	user_id BIGINT NOT NULL,
	arrival INTEGER NOT NULL,
	text TEXT NOT NULL,
	at DATETIME NOT NULL,
	CONSTRAINT pk_cuts PRIMARY KEY (game_id, deal, user_id),
	CONSTRAINT uq_cuts_game_id_deal_arrival UNIQUE (game_id, deal, arrival),
	CONSTRAINT fk_cuts_game_id_deal FOREIGN KEY(game_id, deal) REFERENCES deals (game_id, number) ON DELETE CASCADE
);
INSERT INTO cuts VALUES
(1,0,1152921504606847077,0,'for luck','2026-03-01 12:00:20.000000'),(6,0,1152921504606847077,0,'for luck','2026-03-09 12:32:58.000000'),
(7,0,1152921504606847077,0,'for luck','2026-03-09 12:33:48.000000'),(8,0,1152921504606847077,0,'for luck','2026-03-09 12:49:48.000000'),
(10,0,1152921504606847076,0,'for luck','2026-03-09 12:50:25.000000'),(11,0,1152921504606847077,0,'for luck','2026-03-09 12:52:25.000000'),
(12,0,1152921504606847077,0,'for luck','2026-03-09 12:54:37.000000'),(13,0,1152921504606847077,0,'for luck','2026-03-09 12:55:55.000000'),
(14,0,1152921504606847077,0,'for luck','2026-03-09 12:56:59.000000'),(15,0,1152921504606847077,0,'for luck','2026-03-09 12:58:03.000000'),
(16,0,1152921504606847077,0,'for luck','2026-03-09 12:59:00.000000'),(17,0,1152921504606847079,0,'for luck','2026-03-09 13:00:44.000000'),
(18,0,1152921504606847077,0,'for luck','2026-03-09 13:02:23.000000'),(19,0,1152921504606847077,0,'for luck','2026-03-09 13:03:55.000000'),
(20,0,1152921504606847078,0,'for luck','2026-03-09 13:05:40.000000'),(21,0,1152921504606847078,0,'for luck','2026-03-09 13:07:32.000000'),
(22,0,1152921504606847078,0,'for luck','2026-03-09 13:10:04.000000'),(23,0,1152921504606847076,0,'for luck','2026-03-09 13:12:56.000000'),
(24,0,1152921504606847077,0,'for luck','2026-03-09 13:14:14.000000'),(24,1,1152921504606847077,0,'new luck','2026-03-09 13:22:54.000000'),
(25,0,1152921504606847077,0,'for luck','2026-03-09 13:23:14.000000'),(26,0,1152921504606847076,2,'thirdcut','2026-03-09 13:23:58.000000'),
(26,0,1152921504606847077,1,'second','2026-03-09 13:23:58.000000'),(29,0,1152921504606847076,0,'again','2026-03-09 13:24:38.000000');
CREATE TABLE actions (
	game_id INTEGER NOT NULL,
	ply INTEGER NOT NULL,
	deal INTEGER NOT NULL,
	seat INTEGER NOT NULL,
	action TEXT NOT NULL,
	at DATETIME NOT NULL,
	CONSTRAINT pk_actions PRIMARY KEY (game_id, ply),
	CONSTRAINT fk_actions_game_id FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE,
	CONSTRAINT fk_actions_game_id_deal FOREIGN KEY(game_id, deal) REFERENCES deals (game_id, number) ON DELETE CASCADE
);
INSERT INTO actions VALUES
(1,0,0,0,'0 play KDa','2026-03-01 12:00:57.000000'),(1,1,0,1,'1 play AHb','2026-03-01 12:01:04.000000'),(1,2,0,0,'0 exchange 7Sa','2026-03-01 12:01:11.000000'),
(1,3,0,0,'0 pass','2026-03-01 12:01:11.000000'),(1,4,0,0,'0 play 8Sa','2026-03-01 12:01:18.000000'),(6,0,0,1,'1 resign','2026-03-09 12:33:28.000000'),
(7,0,0,0,'0 play 7Db','2026-03-09 12:34:25.000000'),(7,1,0,1,'1 play 8Sa','2026-03-09 12:34:32.000000'),(7,2,0,0,'0 declare single-bezique QSa JDb','2026-03-09 12:34:39.000000'),
(7,3,0,0,'0 pass','2026-03-09 12:34:46.000000'),(7,4,0,0,'0 play 8Ha','2026-03-09 12:34:53.000000'),(7,5,0,1,'1 play 9Ca','2026-03-09 12:35:00.000000'),
(7,6,0,0,'0 declare common-marriage QSa KSb','2026-03-09 12:35:07.000000'),(7,7,0,0,'0 pass','2026-03-09 12:35:07.000000'),(7,8,0,0,'0 play 9Da','2026-03-09 12:35:14.000000'),
(7,9,0,1,'1 play 8Sb','2026-03-09 12:35:21.000000'),(7,10,0,0,'0 pass','2026-03-09 12:35:21.000000'),(7,11,0,0,'0 play TCa','2026-03-09 12:35:28.000000'),
(7,12,0,1,'1 play ACa','2026-03-09 12:35:35.000000'),(7,13,0,1,'1 declare common-marriage QDb KDb','2026-03-09 12:35:42.000000'),(7,14,0,1,'1 pass','2026-03-09 12:35:42.000000'),
(7,15,0,1,'1 play 9Cb','2026-03-09 12:35:49.000000'),(7,16,0,0,'0 play TDb','2026-03-09 12:35:56.000000'),(7,17,0,1,'1 pass','2026-03-09 12:35:56.000000'),
(7,18,0,1,'1 play 8Da','2026-03-09 12:36:03.000000'),(7,19,0,0,'0 play 9Sa','2026-03-09 12:36:10.000000'),(7,20,0,1,'1 pass','2026-03-09 12:36:10.000000'),
(7,21,0,1,'1 play 9Db','2026-03-09 12:36:17.000000'),(7,22,0,0,'0 play 8Ca','2026-03-09 12:36:24.000000'),(7,23,0,1,'1 pass','2026-03-09 12:36:24.000000'),
(7,24,0,1,'1 play 8Db','2026-03-09 12:36:31.000000'),(7,25,0,0,'0 play KDa','2026-03-09 12:36:38.000000'),(7,26,0,0,'0 declare common-marriage QCa KCa','2026-03-09 12:36:45.000000'),
(7,27,0,0,'0 pass','2026-03-09 12:36:45.000000'),(7,28,0,0,'0 play JCa','2026-03-09 12:36:52.000000'),(7,29,0,1,'1 play JSa','2026-03-09 12:36:59.000000'),
(7,30,0,0,'0 pass','2026-03-09 12:36:59.000000'),(7,31,0,0,'0 play KCa','2026-03-09 12:37:06.000000'),(7,32,0,1,'1 play QDa','2026-03-09 12:37:13.000000'),
(7,33,0,0,'0 declare four-queens QCa QSa QHb QSb','2026-03-09 12:37:20.000000'),(7,34,0,0,'0 pass','2026-03-09 12:37:20.000000'),(7,35,0,0,'0 play 7Sa','2026-03-09 12:37:27.000000'),
(7,36,0,1,'1 play TSa','2026-03-09 12:37:34.000000'),(7,37,0,1,'1 pass','2026-03-09 12:37:34.000000'),(7,38,0,1,'1 play 7Ca','2026-03-09 12:37:41.000000'),
(7,39,0,0,'0 play QCa','2026-03-09 12:37:48.000000'),(7,40,0,0,'0 exchange 7Hb','2026-03-09 12:37:55.000000'),
(7,41,0,0,'0 declare royal-marriage QHb KHb','2026-03-09 12:38:02.000000'),(7,42,0,0,'0 pass','2026-03-09 12:38:02.000000'),(7,43,0,0,'0 play KSb','2026-03-09 12:38:09.000000'),
(7,44,0,1,'1 play 7Cb','2026-03-09 12:38:16.000000'),(7,45,0,0,'0 pass','2026-03-09 12:38:16.000000'),(7,46,0,0,'0 play 8Hb','2026-03-09 12:38:23.000000'),
(7,47,0,1,'1 play QDb','2026-03-09 12:38:30.000000'),(7,48,0,0,'0 pass','2026-03-09 12:38:30.000000'),(7,49,0,0,'0 play KCb','2026-03-09 12:38:37.000000'),
(7,50,0,1,'1 play 8Cb','2026-03-09 12:38:44.000000'),(7,51,0,0,'0 pass','2026-03-09 12:38:44.000000'),(7,52,0,0,'0 play 7Sb','2026-03-09 12:38:51.000000'),
(7,53,0,1,'1 play JSb','2026-03-09 12:38:58.000000'),(7,54,0,1,'1 show 7Ha','2026-03-09 12:39:05.000000'),(7,55,0,1,'1 pass','2026-03-09 12:39:05.000000'),
(7,56,0,1,'1 play KDb','2026-03-09 12:39:12.000000'),(7,57,0,0,'0 play TDa','2026-03-09 12:39:19.000000'),(7,58,0,0,'0 pass','2026-03-09 12:39:19.000000'),
(7,59,0,0,'0 play QCb','2026-03-09 12:39:26.000000'),(7,60,0,1,'1 play TCb','2026-03-09 12:39:33.000000'),(7,61,0,1,'1 pass','2026-03-09 12:39:33.000000'),
(7,62,0,1,'1 play 7Ha','2026-03-09 12:39:40.000000'),(7,63,0,0,'0 play 9Sb','2026-03-09 12:39:47.000000'),(7,64,0,1,'1 pass','2026-03-09 12:39:47.000000'),
(7,65,0,1,'1 play KSa','2026-03-09 12:39:54.000000'),(7,66,0,0,'0 play JCb','2026-03-09 12:40:01.000000'),(7,67,0,1,'1 pass','2026-03-09 12:40:01.000000'),
(7,68,0,1,'1 play THa','2026-03-09 12:40:08.000000'),(7,69,0,0,'0 play JHa','2026-03-09 12:40:15.000000'),
(7,70,0,1,'1 declare four-aces ASa ADb AHb ASb','2026-03-09 12:40:22.000000'),(7,71,0,1,'1 pass','2026-03-09 12:40:22.000000'),(7,72,0,1,'1 play 9Ha','2026-03-09 12:40:29.000000'),
(7,73,0,0,'0 play QHb','2026-03-09 12:40:36.000000'),(7,74,0,0,'0 pass','2026-03-09 12:40:36.000000'),(7,75,0,0,'0 play 9Hb','2026-03-09 12:40:43.000000'),
(7,76,0,1,'1 play 7Da','2026-03-09 12:40:50.000000'),(7,77,0,0,'0 pass','2026-03-09 12:40:50.000000'),(7,78,0,0,'0 play JDb','2026-03-09 12:40:57.000000'),
(7,79,0,1,'1 play ADb','2026-03-09 12:41:04.000000'),(7,80,0,1,'1 pass','2026-03-09 12:41:04.000000'),(7,81,0,1,'1 play JDa','2026-03-09 12:41:11.000000'),
(7,82,0,0,'0 play ADa','2026-03-09 12:41:18.000000'),(7,83,0,0,'0 play ACb','2026-03-09 12:41:25.000000'),(7,84,0,1,'1 play AHb','2026-03-09 12:41:32.000000'),
(7,85,0,1,'1 play KHa','2026-03-09 12:41:39.000000'),(7,86,0,0,'0 play AHa','2026-03-09 12:41:46.000000'),(7,87,0,0,'0 play KHb','2026-03-09 12:41:53.000000'),
(7,88,0,1,'1 play THb','2026-03-09 12:42:00.000000'),(7,89,0,1,'1 play QHa','2026-03-09 12:42:07.000000'),(7,90,0,0,'0 play JHb','2026-03-09 12:42:14.000000'),
(7,91,0,1,'1 play ASb','2026-03-09 12:42:21.000000'),(7,92,0,0,'0 play QSa','2026-03-09 12:42:28.000000'),(7,93,0,1,'1 play ASa','2026-03-09 12:42:35.000000'),
(7,94,0,0,'0 play QSb','2026-03-09 12:42:42.000000'),(7,95,0,1,'1 play TSb','2026-03-09 12:42:49.000000'),(7,96,0,0,'0 play 7Hb','2026-03-09 12:42:56.000000'),
(7,97,1,1,'1 play 7Ha','2026-03-09 12:43:03.000000'),(7,98,1,0,'0 play 7Sb','2026-03-09 12:43:10.000000'),(7,99,1,1,'1 pass','2026-03-09 12:43:10.000000'),
(7,100,1,1,'1 play 9Ha','2026-03-09 12:43:17.000000'),(7,101,1,0,'0 play 8Sa','2026-03-09 12:43:24.000000'),
(7,102,1,1,'1 declare four-kings KCa KDa KDb KHb','2026-03-09 12:43:31.000000'),(7,103,1,1,'1 pass','2026-03-09 12:43:31.000000'),
(7,104,1,1,'1 play 8Sb','2026-03-09 12:43:38.000000'),(7,105,1,0,'0 play 8Db','2026-03-09 12:43:45.000000'),
(7,106,1,1,'1 declare royal-marriage QCa KCa','2026-03-09 12:43:52.000000'),(7,107,1,1,'1 pass','2026-03-09 12:43:52.000000'),(7,108,1,1,'1 play 9Db','2026-03-09 12:43:59.000000'),
(7,109,1,0,'0 play TDa','2026-03-09 12:44:06.000000'),(7,110,1,0,'0 declare common-marriage QHa KHa','2026-03-09 12:44:13.000000'),(7,111,1,0,'0 pass','2026-03-09 12:44:13.000000'),
(7,112,1,0,'0 play KHa','2026-03-09 12:44:20.000000'),(7,113,1,1,'1 play 8Hb','2026-03-09 12:44:27.000000'),(7,114,1,0,'0 pass','2026-03-09 12:44:27.000000'),
(7,115,1,0,'0 play 7Hb','2026-03-09 12:44:34.000000'),(7,116,1,1,'1 play JHa','2026-03-09 12:44:41.000000'),(7,117,1,1,'1 pass','2026-03-09 12:44:41.000000'),
(7,118,1,1,'1 play KDa','2026-03-09 12:44:48.000000'),(7,119,1,0,'0 play TDb','2026-03-09 12:44:55.000000'),(7,120,1,0,'0 pass','2026-03-09 12:44:55.000000'),
(7,121,1,0,'0 play QHa','2026-03-09 12:45:02.000000'),(7,122,1,1,'1 play KHb','2026-03-09 12:45:09.000000'),(7,123,1,1,'1 pass','2026-03-09 12:45:09.000000'),
(7,124,1,1,'1 play 9Sa','2026-03-09 12:45:16.000000'),(7,125,1,0,'0 play TCb','2026-03-09 12:45:23.000000'),
(7,126,1,0,'0 declare four-aces ACa ADa ACb ADb','2026-03-09 12:45:30.000000'),(7,127,1,0,'0 pass','2026-03-09 12:45:30.000000'),
(7,128,1,0,'0 play QHb','2026-03-09 12:45:37.000000'),(7,129,1,1,'1 play JSb','2026-03-09 12:45:44.000000'),(7,130,1,0,'0 pass','2026-03-09 12:45:44.000000'),
(7,131,1,0,'0 play QDb','2026-03-09 12:45:51.000000'),(7,132,1,1,'1 play KDb','2026-03-09 12:45:58.000000'),(7,133,1,1,'1 pass','2026-03-09 12:45:58.000000'),
(7,134,1,1,'1 play 7Db','2026-03-09 12:46:05.000000'),(7,135,1,0,'0 play ADa','2026-03-09 12:46:12.000000'),(7,136,1,0,'0 pass','2026-03-09 12:46:12.000000'),
(7,137,1,0,'0 play ACa','2026-03-09 12:46:19.000000'),(7,138,1,1,'1 play KCa','2026-03-09 12:46:26.000000'),(7,139,1,0,'0 pass','2026-03-09 12:46:26.000000'),
(7,140,1,0,'0 play 9Hb','2026-03-09 12:46:33.000000'),(7,141,1,1,'1 play 9Ca','2026-03-09 12:46:40.000000'),(7,142,1,1,'1 pass','2026-03-09 12:46:40.000000'),
(7,143,1,1,'1 play TSb','2026-03-09 12:46:47.000000'),(7,144,1,0,'0 play ACb','2026-03-09 12:46:54.000000'),(7,145,1,0,'0 pass','2026-03-09 12:46:54.000000'),
(7,146,1,0,'0 play JSa','2026-03-09 12:47:01.000000'),(7,147,1,1,'1 play ASa','2026-03-09 12:47:08.000000'),(7,148,1,1,'1 show 7Ca','2026-03-09 12:47:15.000000'),
(7,149,1,1,'1 pass','2026-03-09 12:47:15.000000'),(7,150,1,1,'1 play 8Da','2026-03-09 12:47:22.000000'),(7,151,1,0,'0 play ADb','2026-03-09 12:47:29.000000'),
(7,152,1,0,'0 show 7Cb','2026-03-09 12:47:36.000000'),(7,153,1,0,'0 pass','2026-03-09 12:47:36.000000'),(7,154,1,0,'0 play 7Da','2026-03-09 12:47:43.000000'),
(7,155,1,1,'1 play 9Cb','2026-03-09 12:47:50.000000'),(7,156,1,1,'1 pass','2026-03-09 12:47:50.000000'),(7,157,1,1,'1 play JCb','2026-03-09 12:47:57.000000'),
(7,158,1,0,'0 play KSb','2026-03-09 12:48:04.000000'),(7,159,1,1,'1 pass','2026-03-09 12:48:04.000000'),(7,160,1,1,'1 play TCa','2026-03-09 12:48:11.000000'),
(7,161,1,0,'0 play 8Ha','2026-03-09 12:48:18.000000'),(7,162,1,1,'1 declare four-queens QCa QDa QSa QCb','2026-03-09 12:48:25.000000'),
(7,163,1,1,'1 pass','2026-03-09 12:48:25.000000'),(7,164,1,1,'1 play 7Sa','2026-03-09 12:48:32.000000'),(7,165,1,0,'0 play TSa','2026-03-09 12:48:39.000000'),
(7,166,1,0,'0 declare single-bezique JDa QSb','2026-03-09 12:48:46.000000'),(7,167,1,0,'0 pass','2026-03-09 12:48:46.000000'),(7,168,1,0,'0 play JDa','2026-03-09 12:48:53.000000'),
(7,169,1,1,'1 play QDa','2026-03-09 12:49:00.000000'),(7,170,1,1,'1 pass','2026-03-09 12:49:00.000000'),(7,171,1,1,'1 play 9Sb','2026-03-09 12:49:07.000000'),
(7,172,1,0,'0 play QSb','2026-03-09 12:49:14.000000'),(7,173,1,0,'0 pass','2026-03-09 12:49:14.000000'),(7,174,1,0,'0 play JDb','2026-03-09 12:49:21.000000'),
(7,175,1,1,'1 play 9Da','2026-03-09 12:49:28.000000'),(8,0,0,0,'0 play 9Ca','2026-03-09 12:50:25.000000'),(8,1,0,0,'0 resign','2026-03-09 12:50:25.000000'),
(10,0,0,1,'1 play 9Da','2026-03-09 12:51:02.000000'),(10,1,0,0,'0 play 8Db','2026-03-09 12:51:09.000000'),(10,2,0,1,'1 pass','2026-03-09 12:51:09.000000'),
(10,3,0,1,'1 play 8Da','2026-03-09 12:51:16.000000'),(10,4,0,0,'0 play KDa','2026-03-09 12:51:23.000000'),(10,5,0,0,'0 pass','2026-03-09 12:51:23.000000'),
(10,6,0,0,'0 play 7Hb','2026-03-09 12:51:30.000000'),(10,7,0,1,'1 play 9Sa','2026-03-09 12:51:37.000000'),(10,8,0,1,'1 pass','2026-03-09 12:51:37.000000'),
(10,9,0,1,'1 play QDb','2026-03-09 12:51:44.000000'),(10,10,0,0,'0 play 8Cb','2026-03-09 12:51:51.000000'),(10,11,0,1,'1 pass','2026-03-09 12:51:51.000000'),
(10,12,0,1,'1 play 8Sa','2026-03-09 12:51:58.000000'),(10,13,0,0,'0 play QHb','2026-03-09 12:52:05.000000'),(10,14,0,1,'1 pass','2026-03-09 12:52:05.000000'),
(10,15,0,0,'0 resign','2026-03-09 12:52:05.000000'),(11,0,0,1,'1 play TCb','2026-03-09 12:53:02.000000'),(11,1,0,0,'0 play QCa','2026-03-09 12:53:09.000000'),
(11,2,0,1,'1 exchange 7Hb','2026-03-09 12:53:16.000000'),(11,3,0,1,'1 pass','2026-03-09 12:53:16.000000'),(11,4,0,1,'1 timeout','2026-03-09 12:54:17.000000'),
(12,0,0,0,'0 play TSa','2026-03-09 12:55:14.000000'),(12,1,0,1,'1 play AHb','2026-03-09 12:55:21.000000'),(12,2,0,0,'0 pass','2026-03-09 12:55:21.000000'),
(12,3,0,0,'0 play 7Hb','2026-03-09 12:55:28.000000'),(12,4,0,1,'1 play QSa','2026-03-09 12:55:35.000000'),(12,5,0,1,'1 pass','2026-03-09 12:55:35.000000'),
(13,0,0,0,'0 play 7Sb','2026-03-09 12:56:32.000000'),(13,1,0,1,'1 play 9Sa','2026-03-09 12:56:39.000000'),(13,2,0,1,'1 pass','2026-03-09 12:56:39.000000'),
(13,3,0,0,'0 resign','2026-03-09 12:56:39.000000'),(14,0,0,1,'1 play 7Cb','2026-03-09 12:57:36.000000'),(14,1,0,0,'0 play 8Cb','2026-03-09 12:57:43.000000'),
(14,2,0,0,'0 pass','2026-03-09 12:57:43.000000'),(15,0,0,1,'1 play 7Db','2026-03-09 12:58:40.000000'),(16,0,0,0,'0 play 9Db','2026-03-09 12:59:37.000000'),
(16,1,0,1,'1 play 8Sb','2026-03-09 12:59:44.000000'),(17,0,0,1,'1 play JSa','2026-03-09 13:01:21.000000'),(17,1,0,2,'2 play ADb','2026-03-09 13:01:28.000000'),
(17,2,0,3,'3 play 7Sa','2026-03-09 13:01:35.000000'),(17,3,0,0,'0 play 7Da','2026-03-09 13:01:42.000000'),(17,4,0,1,'1 pass','2026-03-09 13:01:42.000000'),
(17,5,0,3,'3 pass','2026-03-09 13:01:42.000000'),(17,6,0,1,'1 play 7Db','2026-03-09 13:01:49.000000'),(17,7,0,2,'2 play KDb','2026-03-09 13:01:56.000000'),
(17,8,0,3,'3 play 9Sc','2026-03-09 13:02:03.000000'),(18,0,0,1,'1 play 7Sa','2026-03-09 13:03:00.000000'),(18,1,0,0,'0 play KDa','2026-03-09 13:03:07.000000'),
(18,2,0,0,'0 pass','2026-03-09 13:03:07.000000'),(18,3,0,0,'0 play 8Da','2026-03-09 13:03:14.000000'),(18,4,0,1,'1 play ADa','2026-03-09 13:03:21.000000'),
(18,5,0,1,'1 pass','2026-03-09 13:03:21.000000'),(18,6,0,1,'1 play QCa','2026-03-09 13:03:28.000000'),(18,7,0,0,'0 play KSb','2026-03-09 13:03:35.000000'),
(18,8,0,1,'1 pass','2026-03-09 13:03:35.000000'),(19,0,0,1,'1 play 9Sb','2026-03-09 13:04:32.000000'),(19,1,0,0,'0 play THa','2026-03-09 13:04:39.000000'),
(19,2,0,1,'1 pass','2026-03-09 13:04:46.000000'),(19,3,0,1,'1 play TCb','2026-03-09 13:04:53.000000'),(20,0,0,2,'2 play AHc','2026-03-09 13:06:17.000000'),
(20,1,0,0,'0 play 9Sb','2026-03-09 13:06:24.000000'),(20,2,0,1,'1 play 7Hc','2026-03-09 13:06:31.000000'),(20,3,0,2,'2 declare single-bezique QSb JDc','2026-03-09 13:06:38.000000'),
(20,4,0,2,'2 pass','2026-03-09 13:06:38.000000'),(20,5,0,2,'2 play JDc','2026-03-09 13:06:45.000000'),(20,6,0,0,'0 play ADc','2026-03-09 13:06:52.000000'),
(21,0,0,1,'1 play KCc','2026-03-09 13:08:09.000000'),(21,1,0,2,'2 play QCb','2026-03-09 13:08:16.000000'),(21,2,0,0,'0 play 9Cb','2026-03-09 13:08:23.000000'),
(21,3,0,1,'1 pass','2026-03-09 13:08:23.000000'),(22,0,0,0,'0 play JCb','2026-03-09 13:10:41.000000'),(22,1,0,1,'1 play 7Hc','2026-03-09 13:10:48.000000'),
(22,2,0,2,'2 play 9Cc','2026-03-09 13:10:55.000000'),(22,3,0,0,'0 pass','2026-03-09 13:10:55.000000'),(22,4,0,0,'0 play 8Ca','2026-03-09 13:13:40.000000'),
(23,0,0,0,'0 play TDa','2026-03-09 13:13:33.000000'),(23,1,0,1,'1 play 7Ha','2026-03-09 13:13:40.000000'),(23,2,0,0,'0 pass','2026-03-09 13:13:40.000000'),
(23,3,0,0,'0 play TSa','2026-03-09 13:13:47.000000'),(23,4,0,1,'1 play 7Db','2026-03-09 13:13:54.000000'),(23,5,0,1,'1 pass','2026-03-09 13:13:54.000000'),
(24,0,0,1,'1 play 7Sa','2026-03-09 13:14:51.000000'),(24,1,0,0,'0 play QSa','2026-03-09 13:14:58.000000'),(24,2,0,0,'0 pass','2026-03-09 13:15:05.000000'),
(24,3,0,0,'0 play ACb','2026-03-09 13:15:12.000000'),(24,4,0,1,'1 play 8Da','2026-03-09 13:15:19.000000'),(24,5,0,0,'0 pass','2026-03-09 13:15:26.000000'),
(24,6,0,0,'0 play JDa','2026-03-09 13:15:33.000000'),(24,7,0,1,'1 play TCb','2026-03-09 13:15:40.000000'),(24,8,0,1,'1 pass','2026-03-09 13:15:40.000000'),
(24,9,0,1,'1 play JSb','2026-03-09 13:15:47.000000'),(24,10,0,0,'0 play JHa','2026-03-09 13:15:54.000000'),(24,11,0,1,'1 pass','2026-03-09 13:15:54.000000'),
(24,12,0,1,'1 play 8Ca','2026-03-09 13:16:01.000000'),(24,13,0,0,'0 play 8Sb','2026-03-09 13:16:08.000000'),(24,14,0,1,'1 pass','2026-03-09 13:16:08.000000'),
(24,15,0,1,'1 play 8Db','2026-03-09 13:16:15.000000'),(24,16,0,0,'0 play KCb','2026-03-09 13:16:22.000000'),(24,17,0,0,'0 pass','2026-03-09 13:16:29.000000'),
(24,18,0,0,'0 play JCb','2026-03-09 13:16:36.000000'),(24,19,0,1,'1 play 7Ca','2026-03-09 13:16:43.000000'),
(24,20,0,0,'0 declare common-marriage QHa KHb','2026-03-09 13:16:50.000000'),(24,21,0,0,'0 exchange 7Cb','2026-03-09 13:16:57.000000'),
(24,22,0,0,'0 pass','2026-03-09 13:16:57.000000'),(24,23,0,0,'0 play THa','2026-03-09 13:17:04.000000'),(24,24,0,1,'1 play KHa','2026-03-09 13:17:11.000000'),
(24,25,0,0,'0 pass','2026-03-09 13:17:11.000000'),(24,26,0,0,'0 play ASb','2026-03-09 13:17:18.000000'),(24,27,0,1,'1 play KDa','2026-03-09 13:17:25.000000'),
(24,28,0,0,'0 pass','2026-03-09 13:17:25.000000'),(24,29,0,0,'0 play KHb','2026-03-09 13:17:32.000000'),(24,30,0,1,'1 play KCa','2026-03-09 13:17:39.000000'),
(24,31,0,1,'1 pass','2026-03-09 13:17:39.000000'),(24,32,0,1,'1 play JSa','2026-03-09 13:17:46.000000'),(24,33,0,0,'0 play 7Hb','2026-03-09 13:17:53.000000'),
(24,34,0,1,'1 pass','2026-03-09 13:17:53.000000'),(24,35,0,1,'1 play JCa','2026-03-09 13:18:00.000000'),(24,36,0,0,'0 play QDb','2026-03-09 13:18:07.000000'),
(24,37,0,1,'1 pass','2026-03-09 13:18:07.000000'),(24,38,0,1,'1 play 9Hb','2026-03-09 13:18:14.000000'),(24,39,0,0,'0 play QHb','2026-03-09 13:18:21.000000'),
(24,40,0,0,'0 pass','2026-03-09 13:18:21.000000'),(24,41,0,0,'0 play QHa','2026-03-09 13:18:28.000000'),(24,42,0,1,'1 play ASa','2026-03-09 13:18:35.000000'),
(24,43,0,0,'0 pass','2026-03-09 13:18:35.000000'),(24,44,0,0,'0 play 9Da','2026-03-09 13:18:42.000000'),(24,45,0,1,'1 play 8Ha','2026-03-09 13:18:49.000000'),
(24,46,0,0,'0 declare single-bezique JDb QSb','2026-03-09 13:18:56.000000'),(24,47,0,0,'0 pass','2026-03-09 13:18:56.000000'),(24,48,0,0,'0 play AHa','2026-03-09 13:19:03.000000'),
(24,49,0,1,'1 play KDb','2026-03-09 13:19:10.000000'),(24,50,0,0,'0 pass','2026-03-09 13:19:10.000000'),(24,51,0,0,'0 play ADa','2026-03-09 13:19:17.000000'),
(24,52,0,1,'1 play 7Db','2026-03-09 13:19:24.000000'),(24,53,0,0,'0 pass','2026-03-09 13:19:24.000000'),(24,54,0,0,'0 play JHb','2026-03-09 13:19:31.000000'),
(24,55,0,1,'1 play 9Db','2026-03-09 13:19:38.000000'),(24,56,0,0,'0 pass','2026-03-09 13:19:38.000000'),(24,57,0,0,'0 play ADb','2026-03-09 13:19:45.000000'),
(24,58,0,1,'1 play 9Sa','2026-03-09 13:19:52.000000'),(24,59,0,0,'0 pass','2026-03-09 13:19:52.000000'),(24,60,0,0,'0 play 9Sb','2026-03-09 13:19:59.000000'),
(24,61,0,1,'1 play TDa','2026-03-09 13:20:06.000000'),(24,62,0,0,'0 pass','2026-03-09 13:20:06.000000'),(24,63,0,0,'0 play 9Ca','2026-03-09 13:20:13.000000'),
(24,64,0,1,'1 play TSb','2026-03-09 13:20:20.000000'),(24,65,0,0,'0 pass','2026-03-09 13:20:20.000000'),(24,66,0,0,'0 play 8Sa','2026-03-09 13:20:27.000000'),
(24,67,0,1,'1 play 8Cb','2026-03-09 13:20:34.000000'),(24,68,0,1,'1 pass','2026-03-09 13:20:34.000000'),(24,69,0,1,'1 play KSa','2026-03-09 13:20:41.000000'),
(24,70,0,0,'0 play AHb','2026-03-09 13:20:48.000000'),(24,71,0,1,'1 pass','2026-03-09 13:20:48.000000'),(24,72,0,1,'1 play QCa','2026-03-09 13:20:55.000000'),
(24,73,0,0,'0 play ACa','2026-03-09 13:21:02.000000'),(24,74,0,0,'0 pass','2026-03-09 13:21:02.000000'),(24,75,0,0,'0 play TDb','2026-03-09 13:21:09.000000'),
(24,76,0,1,'1 play QDa','2026-03-09 13:21:16.000000'),(24,77,0,0,'0 play 8Hb','2026-03-09 13:21:23.000000'),(24,78,0,1,'1 play 9Ha','2026-03-09 13:21:30.000000'),
(24,79,0,1,'1 play 7Cb','2026-03-09 13:21:37.000000'),(24,80,0,0,'0 play 9Cb','2026-03-09 13:21:44.000000'),(24,81,0,0,'0 play THb','2026-03-09 13:21:51.000000'),
(24,82,0,1,'1 play 7Ha','2026-03-09 13:21:58.000000'),(24,83,0,0,'0 play 7Sb','2026-03-09 13:22:05.000000'),(24,84,0,1,'1 play TSa','2026-03-09 13:22:12.000000'),
(24,85,0,1,'1 play QCb','2026-03-09 13:22:19.000000'),(24,86,0,0,'0 play QSb','2026-03-09 13:22:26.000000'),(24,87,0,1,'1 play KSb','2026-03-09 13:22:33.000000'),
(24,88,0,0,'0 play JDb','2026-03-09 13:22:40.000000'),(24,89,0,1,'1 play TCa','2026-03-09 13:22:47.000000'),(24,90,0,0,'0 play 7Da','2026-03-09 13:22:54.000000'),
(25,0,0,1,'1 pass 7Sa','2026-03-09 13:23:51.000000'),(25,1,0,0,'0 play QSa','2026-03-09 13:23:58.000000'),(25,2,0,0,'0 pass','2026-03-09 13:23:58.000000');
CREATE TABLE messages (
	game_id INTEGER NOT NULL,
	message_id BIGINT NOT NULL,
	channel_id BIGINT NOT NULL,
	role TEXT NOT NULL,
	deal INTEGER,
	posted_at DATETIME NOT NULL,
	closed BOOLEAN NOT NULL,
	CONSTRAINT pk_messages PRIMARY KEY (game_id, message_id),
	CONSTRAINT fk_messages_game_id FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE
);
INSERT INTO messages VALUES
(1,1152921504606847976,1152921504606846996,'board',0,'2026-03-01 12:00:00.000000',0),(2,1152921504606847977,1152921504606846996,'board',0,'2026-03-01 12:01:18.000000',0),
(3,1152921504606847978,1152921504606846996,'board',0,'2026-03-01 12:32:18.000000',0),(4,1152921504606847979,1152921504606846996,'board',0,'2026-03-09 12:32:18.000000',0),
(5,1152921504606847980,1152921504606846996,'board',0,'2026-03-09 12:32:38.000000',0),(6,1152921504606847981,1152921504606846996,'board',0,'2026-03-09 12:32:38.000000',0),
(6,1152921504606847982,1152921504606846996,'result',0,'2026-03-09 12:33:28.000000',0),(7,1152921504606847983,1152921504606846996,'board',0,'2026-03-09 12:33:28.000000',1),
(7,1152921504606847984,1152921504606846996,'board',1,'2026-03-09 12:42:56.000000',0),(7,1152921504606847985,1152921504606846996,'result',1,'2026-03-09 12:49:28.000000',0),
(8,1152921504606847986,1152921504606846996,'board',0,'2026-03-09 12:49:28.000000',0),(10,1152921504606847987,1152921504606846996,'board',0,'2026-03-09 12:50:25.000000',0),
(11,1152921504606847988,1152921504606846996,'board',0,'2026-03-09 12:52:05.000000',0),(12,1152921504606847989,1152921504606846996,'board',0,'2026-03-09 12:54:17.000000',0),
(13,1152921504606847990,1152921504606846996,'anchor',0,'2026-03-09 12:55:35.000000',0),(13,1152921504606847992,1152921504606847991,'board',0,'2026-03-09 12:56:39.000000',0),
(14,1152921504606847993,1152921504606846996,'board',0,'2026-03-09 12:56:39.000000',1),(14,1152921504606847995,1152921504606846996,'anchor',NULL,'2026-03-09 12:57:43.000000',0),
(14,1152921504606847996,1152921504606847994,'board',0,'2026-03-09 12:57:43.000000',0),(15,1152921504606847997,1152921504606846996,'board',0,'2026-03-09 12:57:43.000000',0),
(16,1152921504606847998,1152921504606846996,'anchor',0,'2026-03-09 12:58:40.000000',0),(17,1152921504606848000,1152921504606846996,'board',0,'2026-03-09 12:59:44.000000',0),
(18,1152921504606848001,1152921504606846996,'board',0,'2026-03-09 13:02:03.000000',0),(19,1152921504606848002,1152921504606846996,'board',0,'2026-03-09 13:03:35.000000',0),
(20,1152921504606848003,1152921504606846996,'board',0,'2026-03-09 13:05:00.000000',0),(21,1152921504606848004,1152921504606846996,'board',0,'2026-03-09 13:06:52.000000',0),
(21,1152921504606848005,1152921504606846996,'nudge',0,'2026-03-09 13:09:24.000000',0),(22,1152921504606848006,1152921504606846996,'board',0,'2026-03-09 13:09:24.000000',0),
(23,1152921504606848007,1152921504606846996,'board',0,'2026-03-09 13:12:56.000000',0),(24,1152921504606848008,1152921504606846996,'board',0,'2026-03-09 13:13:54.000000',1),
(24,1152921504606848009,1152921504606846996,'board',1,'2026-03-09 13:22:54.000000',0),(25,1152921504606848010,1152921504606846996,'board',0,'2026-03-09 13:22:54.000000',0),
(26,1152921504606848011,1152921504606846996,'board',0,'2026-03-09 13:23:58.000000',0),(27,1152921504606848012,1152921504606846996,'board',0,'2026-03-09 13:23:58.000000',0),
(28,1152921504606848013,1152921504606846996,'board',0,'2026-03-09 13:24:38.000000',0),(29,1152921504606848014,1152921504606846996,'board',0,'2026-03-09 13:24:38.000000',0);
CREATE TABLE boards (
	game_id INTEGER NOT NULL,
	message_id BIGINT NOT NULL,
	version INTEGER NOT NULL,
	shown TEXT NOT NULL,
	made_by TEXT NOT NULL,
	CONSTRAINT pk_boards PRIMARY KEY (game_id),
	CONSTRAINT fk_boards_game_id FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE
);
CREATE TABLE deadlines (
	game_id INTEGER NOT NULL,
	kind TEXT NOT NULL,
	due_at DATETIME NOT NULL,
	CONSTRAINT pk_deadlines PRIMARY KEY (game_id, kind),
	CONSTRAINT fk_deadlines_game_id FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE
);
INSERT INTO deadlines VALUES
(14,'abandon','2026-03-16 12:57:48.000000'),(15,'abandon','2026-03-16 12:58:45.000000'),(16,'abandon','2026-03-16 12:59:49.000000'),(17,'abandon','2026-03-19 13:02:08.000000'),
(17,'clock','2026-03-12 13:02:08.000000'),(18,'abandon','2026-03-17 13:03:40.000000'),(18,'clock','2026-03-10 13:03:40.000000'),(19,'abandon','2026-03-16 13:05:05.000000'),
(20,'abandon','2026-03-16 13:06:57.000000'),(21,'abandon','2026-03-16 13:09:28.000000'),(22,'abandon','2026-03-16 13:15:45.000000'),(22,'clock','2026-03-09 13:15:45.000000'),
(23,'abandon','2026-03-16 13:13:59.000000'),(24,'abandon','2026-03-16 13:22:59.000000'),(24,'deal','2026-03-09 13:23:29.000000'),(26,'lobby','2026-03-09 13:54:03.000000'),
(27,'lobby','2026-03-09 13:54:43.000000'),(28,'challenge','2026-03-09 13:34:43.000000'),(29,'abandon','2026-03-16 13:24:43.000000'),(29,'deal','2026-03-09 13:25:13.000000');
CREATE TABLE turn_messages (
	game_id INTEGER NOT NULL,
	user_id BIGINT NOT NULL,
	ply INTEGER NOT NULL,
	at DATETIME NOT NULL,
	channel_id BIGINT,
	message_id BIGINT,
	CONSTRAINT pk_turn_messages PRIMARY KEY (game_id, user_id),
	CONSTRAINT fk_turn_messages_game_id FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE
);
CREATE TABLE results (
	game_id INTEGER NOT NULL,
	seat INTEGER NOT NULL,
	guild_id BIGINT NOT NULL,
	user_id BIGINT NOT NULL,
	won BOOLEAN NOT NULL,
	points INTEGER NOT NULL,
	outcome TEXT NOT NULL,
	side INTEGER NOT NULL,
	rated BOOLEAN DEFAULT 1 NOT NULL,
	ended_at DATETIME NOT NULL,
	game_kind TEXT DEFAULT '' NOT NULL,
	deals INTEGER DEFAULT 0 NOT NULL,
	best_deal INTEGER DEFAULT 0 NOT NULL,
	double_beziques INTEGER DEFAULT 0 NOT NULL,
	mu_before DOUBLE,
	sigma_before DOUBLE,
	mu DOUBLE,
	sigma DOUBLE,
	CONSTRAINT pk_results PRIMARY KEY (game_id, seat),
	CONSTRAINT fk_results_game_id FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE
);
INSERT INTO results VALUES
(7,0,1152921504606846977,1152921504606847076,1,500,'won',0,1,'2026-03-09 12:49:28.000000','two',2,270,0,25.0,8.33333333333333392545e+00,2.76353894931404973087e+01,8.06590141354368),
(7,1,1152921504606846977,1152921504606847077,0,470,'lost',1,1,'2026-03-09 12:49:28.000000','two',2,260,0,25.0,8.33333333333333392545e+00,2.23646105068595026912e+01,8.06590141354368),
(10,0,1152921504606846977,1152921504606847076,0,0,'resigned',0,0,'2026-03-09 12:52:05.000000','two',1,0,0,NULL,NULL,NULL,NULL),
(11,0,1152921504606846977,1152921504606847076,1,0,'won',0,1,'2026-03-09 12:54:17.000000','two',1,0,0,2.76353894931404973087e+01,8.06590141354368,2.96562974885261567683e+01,7.82288719288111),
(11,1,1152921504606846977,1152921504606847077,0,10,'timeout',1,1,'2026-03-09 12:54:17.000000','two',1,10,0,2.23646105068595026912e+01,8.06590141354368,2.03437025114738432316e+01,7.82288719288111),
(12,0,1152921504606846977,1152921504606847076,0,0,'drawn',0,0,'2026-03-09 12:55:35.000000','two',1,0,0,NULL,NULL,NULL,NULL),
(12,1,1152921504606846977,1152921504606847077,0,0,'drawn',1,0,'2026-03-09 12:55:35.000000','two',1,0,0,NULL,NULL,NULL,NULL),
(13,0,1152921504606846978,1152921504606847076,0,0,'resigned',0,1,'2026-03-09 12:56:39.000000','two',1,0,0,25.0,8.33333333333333392545e+00,2.23646105068595026912e+01,8.06590141354368),
(13,1,1152921504606846978,1152921504606847077,1,0,'won',1,1,'2026-03-09 12:56:39.000000','two',1,0,0,25.0,8.33333333333333392545e+00,2.76353894931404973087e+01,8.06590141354368);
CREATE TABLE conclusions (
	game_id INTEGER NOT NULL,
	guild_id BIGINT NOT NULL,
	number INTEGER NOT NULL,
	utc_offset INTEGER NOT NULL,
	unrated TEXT,
	CONSTRAINT pk_conclusions PRIMARY KEY (game_id),
	CONSTRAINT fk_conclusions_game_id_games FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE,
	CONSTRAINT uq_conclusions_guild_id_number UNIQUE (guild_id, number)
);
INSERT INTO conclusions VALUES
(6,1152921504606846977,1,0,'no-game'),(7,1152921504606846977,2,0,NULL),(8,1152921504606846977,3,0,'no-game'),(10,1152921504606846977,4,0,'house'),(11,1152921504606846977,5,0,NULL),
(12,1152921504606846977,6,0,'drawn'),(13,1152921504606846978,1,0,NULL);
CREATE TABLE luck (
	game_id INTEGER NOT NULL,
	seat INTEGER NOT NULL,
	guild_id BIGINT NOT NULL,
	deals INTEGER,
	lead DOUBLE,
	points DOUBLE,
	CONSTRAINT pk_luck PRIMARY KEY (game_id, seat),
	CONSTRAINT fk_luck_game_id_games FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE
);
INSERT INTO luck VALUES
(6,0,1152921504606846977,NULL,NULL,NULL),(6,1,1152921504606846977,NULL,NULL,NULL),(7,0,1152921504606846977,NULL,NULL,NULL),(7,1,1152921504606846977,NULL,NULL,NULL),
(8,0,1152921504606846977,NULL,NULL,NULL),(8,1,1152921504606846977,NULL,NULL,NULL),(11,0,1152921504606846977,NULL,NULL,NULL),(11,1,1152921504606846977,NULL,NULL,NULL),
(12,0,1152921504606846977,NULL,NULL,NULL),(12,1,1152921504606846977,NULL,NULL,NULL),(13,0,1152921504606846978,NULL,NULL,NULL),(13,1,1152921504606846978,NULL,NULL,NULL);
CREATE TABLE left_games (
	game_id INTEGER NOT NULL,
	user_id BIGINT NOT NULL,
	guild_id BIGINT NOT NULL,
	at DATETIME NOT NULL,
	by_days BOOLEAN NOT NULL,
	settled BOOLEAN NOT NULL,
	told BOOLEAN DEFAULT 0 NOT NULL,
	CONSTRAINT pk_left_games PRIMARY KEY (game_id, user_id),
	CONSTRAINT fk_left_games_game_id_games FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE
);
CREATE TABLE ratings (
	guild_id BIGINT NOT NULL,
	game_kind TEXT NOT NULL,
	user_id BIGINT NOT NULL,
	mu DOUBLE NOT NULL,
	sigma DOUBLE NOT NULL,
	last_day INTEGER NOT NULL,
	games INTEGER NOT NULL,
	CONSTRAINT pk_ratings PRIMARY KEY (guild_id, game_kind, user_id)
);
INSERT INTO ratings VALUES
(1152921504606846977,'two',1152921504606847076,2.96562974885261567683e+01,7.82288719288111,739684,2),
(1152921504606846977,'two',1152921504606847077,2.03437025114738432316e+01,7.82288719288111,739684,2),
(1152921504606846978,'two',1152921504606847076,2.23646105068595026912e+01,8.06590141354368,739684,1),
(1152921504606846978,'two',1152921504606847077,2.76353894931404973087e+01,8.06590141354368,739684,1);
CREATE TABLE standings (
	guild_id BIGINT NOT NULL,
	season TEXT NOT NULL,
	game_kind TEXT NOT NULL,
	user_id BIGINT NOT NULL,
	games INTEGER NOT NULL,
	wins INTEGER NOT NULL,
	points BIGINT NOT NULL,
	deals INTEGER NOT NULL,
	best_deal INTEGER NOT NULL,
	double_beziques INTEGER NOT NULL,
	CONSTRAINT pk_standings PRIMARY KEY (guild_id, season, game_kind, user_id)
);
INSERT INTO standings VALUES
(1152921504606846977,'','',1152921504606847076,2,2,500,3,270,0),(1152921504606846977,'','',1152921504606847077,2,0,480,3,260,0),
(1152921504606846977,'','two',1152921504606847076,2,2,500,3,270,0),(1152921504606846977,'','two',1152921504606847077,2,0,480,3,260,0),
(1152921504606846977,'2026-03','',1152921504606847076,2,2,500,3,270,0),(1152921504606846977,'2026-03','',1152921504606847077,2,0,480,3,260,0),
(1152921504606846977,'2026-03','two',1152921504606847076,2,2,500,3,270,0),(1152921504606846977,'2026-03','two',1152921504606847077,2,0,480,3,260,0),
(1152921504606846977,'2026-Q1','',1152921504606847076,2,2,500,3,270,0),(1152921504606846977,'2026-Q1','',1152921504606847077,2,0,480,3,260,0),
(1152921504606846977,'2026-Q1','two',1152921504606847076,2,2,500,3,270,0),(1152921504606846977,'2026-Q1','two',1152921504606847077,2,0,480,3,260,0),
(1152921504606846978,'','',1152921504606847076,1,0,0,1,0,0),(1152921504606846978,'','',1152921504606847077,1,1,0,1,0,0),
(1152921504606846978,'','two',1152921504606847076,1,0,0,1,0,0),(1152921504606846978,'','two',1152921504606847077,1,1,0,1,0,0),
(1152921504606846978,'2026-03','',1152921504606847076,1,0,0,1,0,0),(1152921504606846978,'2026-03','',1152921504606847077,1,1,0,1,0,0),
(1152921504606846978,'2026-03','two',1152921504606847076,1,0,0,1,0,0),(1152921504606846978,'2026-03','two',1152921504606847077,1,1,0,1,0,0),
(1152921504606846978,'2026-Q1','',1152921504606847076,1,0,0,1,0,0),(1152921504606846978,'2026-Q1','',1152921504606847077,1,1,0,1,0,0),
(1152921504606846978,'2026-Q1','two',1152921504606847076,1,0,0,1,0,0),(1152921504606846978,'2026-Q1','two',1152921504606847077,1,1,0,1,0,0);
CREATE TABLE departures (
	guild_id BIGINT NOT NULL,
	user_id BIGINT NOT NULL,
	noticed_at DATETIME NOT NULL,
	CONSTRAINT pk_departures PRIMARY KEY (guild_id, user_id)
);
CREATE TABLE records (
	guild_id BIGINT NOT NULL,
	user_id BIGINT NOT NULL,
	company TEXT NOT NULL,
	game_kind TEXT NOT NULL,
	games INTEGER NOT NULL,
	won INTEGER NOT NULL,
	drawn INTEGER NOT NULL,
	points BIGINT NOT NULL,
	deals INTEGER NOT NULL,
	best_deal INTEGER NOT NULL,
	streak INTEGER NOT NULL,
	longest INTEGER NOT NULL,
	CONSTRAINT pk_records PRIMARY KEY (guild_id, user_id, company, game_kind)
);
INSERT INTO records VALUES
(1152921504606846977,1152921504606847076,'house','',1,0,0,0,1,0,0,0),(1152921504606846977,1152921504606847076,'house','two',1,0,0,0,1,0,0,0),
(1152921504606846977,1152921504606847076,'people','',3,2,1,500,4,270,0,2),(1152921504606846977,1152921504606847076,'people','two',3,2,1,500,4,270,0,2),
(1152921504606846977,1152921504606847077,'people','',3,0,1,480,4,260,0,0),(1152921504606846977,1152921504606847077,'people','two',3,0,1,480,4,260,0,0),
(1152921504606846978,1152921504606847076,'people','',1,0,0,0,1,0,0,0),(1152921504606846978,1152921504606847076,'people','two',1,0,0,0,1,0,0,0),
(1152921504606846978,1152921504606847077,'people','',1,1,0,0,1,0,1,1),(1152921504606846978,1152921504606847077,'people','two',1,1,0,0,1,0,1,1);
CREATE TABLE meetings (
	guild_id BIGINT NOT NULL,
	user_id BIGINT NOT NULL,
	other_id BIGINT NOT NULL,
	partners BOOLEAN NOT NULL,
	games INTEGER NOT NULL,
	won INTEGER NOT NULL,
	lost INTEGER NOT NULL,
	drawn INTEGER NOT NULL,
	points BIGINT NOT NULL,
	other_points BIGINT NOT NULL,
	first_at DATETIME NOT NULL,
	last_at DATETIME NOT NULL,
	CONSTRAINT pk_meetings PRIMARY KEY (guild_id, user_id, other_id, partners)
);
INSERT INTO meetings VALUES
(1152921504606846977,1152921504606847076,1152921504606847077,0,3,2,0,1,500,480,'2026-03-09 12:49:28.000000','2026-03-09 12:55:35.000000'),
(1152921504606846977,1152921504606847077,1152921504606847076,0,3,0,2,1,480,500,'2026-03-09 12:49:28.000000','2026-03-09 12:55:35.000000'),
(1152921504606846978,1152921504606847076,1152921504606847077,0,1,0,1,0,0,0,'2026-03-09 12:56:39.000000','2026-03-09 12:56:39.000000'),
(1152921504606846978,1152921504606847077,1152921504606847076,0,1,1,0,0,0,0,'2026-03-09 12:56:39.000000','2026-03-09 12:56:39.000000');
CREATE TABLE sources (
	guild_id BIGINT NOT NULL,
	user_id BIGINT NOT NULL,
	reason TEXT NOT NULL,
	points BIGINT NOT NULL,
	times INTEGER NOT NULL,
	CONSTRAINT pk_sources PRIMARY KEY (guild_id, user_id, reason)
);
INSERT INTO sources VALUES
(1152921504606846977,1152921504606847076,'brisques',130,12),(1152921504606846977,1152921504606847076,'common-marriage',60,3),
(1152921504606846977,1152921504606847076,'exchange',10,1),(1152921504606846977,1152921504606847076,'four-aces',100,1),(1152921504606846977,1152921504606847076,'four-queens',60,1),
(1152921504606846977,1152921504606847076,'last-trick',10,1),(1152921504606846977,1152921504606847076,'royal-marriage',40,1),
(1152921504606846977,1152921504606847076,'seven-shown',10,1),(1152921504606846977,1152921504606847076,'single-bezique',80,2),
(1152921504606846977,1152921504606847077,'brisques',140,12),(1152921504606846977,1152921504606847077,'common-marriage',20,1),
(1152921504606846977,1152921504606847077,'exchange',10,1),(1152921504606846977,1152921504606847077,'four-aces',100,1),(1152921504606846977,1152921504606847077,'four-kings',80,1),
(1152921504606846977,1152921504606847077,'four-queens',60,1),(1152921504606846977,1152921504606847077,'last-trick',10,1),
(1152921504606846977,1152921504606847077,'royal-marriage',40,1),(1152921504606846977,1152921504606847077,'seven-shown',20,2);
CREATE TABLE rules_played (
	guild_id BIGINT NOT NULL,
	user_id BIGINT NOT NULL,
	rules TEXT NOT NULL,
	games INTEGER NOT NULL,
	CONSTRAINT pk_rules_played PRIMARY KEY (guild_id, user_id, rules)
);
INSERT INTO rules_played VALUES
(1152921504606846977,1152921504606847076,'{"players":2,"preset":"britannica","seven_scores":"declared","target":500}',1),
(1152921504606846977,1152921504606847076,'{"players":2,"preset":"modern","seven_scores":"played"}',2),
(1152921504606846977,1152921504606847077,'{"players":2,"preset":"britannica","seven_scores":"declared","target":500}',1),
(1152921504606846977,1152921504606847077,'{"players":2,"preset":"modern","seven_scores":"played"}',2),
(1152921504606846978,1152921504606847076,'{"players":2,"preset":"modern","seven_scores":"played"}',1),
(1152921504606846978,1152921504606847077,'{"players":2,"preset":"modern","seven_scores":"played"}',1);
CREATE TABLE daily_deals (
	number INTEGER NOT NULL,
	commitment TEXT NOT NULL,
	secret TEXT NOT NULL,
	drawn_at DATETIME NOT NULL,
	CONSTRAINT pk_daily_deals PRIMARY KEY (number)
);
CREATE TABLE daily_games (
	number INTEGER NOT NULL,
	user_id BIGINT NOT NULL,
	game_id INTEGER NOT NULL,
	guild_id BIGINT NOT NULL,
	begun_at DATETIME NOT NULL,
	points INTEGER,
	shared BOOLEAN DEFAULT 0 NOT NULL,
	CONSTRAINT pk_daily_games PRIMARY KEY (number, user_id),
	CONSTRAINT fk_daily_games_game_id FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE
);
CREATE TABLE exercise_tries (
	id INTEGER NOT NULL,
	user_id BIGINT NOT NULL,
	exercise TEXT NOT NULL,
	found BOOLEAN NOT NULL,
	at DATETIME NOT NULL,
	CONSTRAINT pk_exercise_tries PRIMARY KEY (id),
	CONSTRAINT uq_exercise_tries_user_id_exercise UNIQUE (user_id, exercise)
);
CREATE TABLE tournaments (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
	guild_id BIGINT NOT NULL,
	channel_id BIGINT NOT NULL,
	organizer_id BIGINT NOT NULL,
	name TEXT NOT NULL,
	form TEXT NOT NULL,
	status TEXT NOT NULL,
	rules TEXT NOT NULL,
	preset TEXT NOT NULL,
	clock TEXT NOT NULL,
	rounds INTEGER NOT NULL,
	round_minutes INTEGER NOT NULL,
	round INTEGER NOT NULL,
	created_at DATETIME NOT NULL,
	started_at DATETIME,
	ended_at DATETIME,
	version INTEGER DEFAULT 0 NOT NULL,
	friendly BOOLEAN DEFAULT 0 NOT NULL
);
CREATE TABLE tournament_entrants (
	tournament_id INTEGER NOT NULL,
	user_id BIGINT NOT NULL,
	name TEXT NOT NULL,
	joined_at DATETIME NOT NULL,
	partner_id BIGINT,
	entry INTEGER,
	withdrawn BOOLEAN NOT NULL,
	CONSTRAINT pk_tournament_entrants PRIMARY KEY (tournament_id, user_id),
	CONSTRAINT fk_tournament_entrants_tournament_id FOREIGN KEY(tournament_id) REFERENCES tournaments (id) ON DELETE CASCADE
);
CREATE TABLE tournament_pairings (
	tournament_id INTEGER NOT NULL,
	round INTEGER NOT NULL,
	board INTEGER NOT NULL,
	home INTEGER NOT NULL,
	away INTEGER,
	game_id INTEGER,
	outcome TEXT,
	home_points INTEGER NOT NULL,
	away_points INTEGER NOT NULL,
	CONSTRAINT pk_tournament_pairings PRIMARY KEY (tournament_id, round, board),
	CONSTRAINT fk_tournament_pairings_tournament_id FOREIGN KEY(tournament_id) REFERENCES tournaments (id) ON DELETE CASCADE,
	CONSTRAINT fk_tournament_pairings_game_id FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE SET NULL
);
CREATE TABLE tournament_messages (
	tournament_id INTEGER NOT NULL,
	role TEXT NOT NULL,
	channel_id BIGINT NOT NULL,
	message_id BIGINT NOT NULL,
	settled BOOLEAN NOT NULL,
	CONSTRAINT pk_tournament_messages PRIMARY KEY (tournament_id, role),
	CONSTRAINT fk_tournament_messages_tournament_id FOREIGN KEY(tournament_id) REFERENCES tournaments (id) ON DELETE CASCADE
);
CREATE TABLE callings (
	guild_id BIGINT NOT NULL,
	user_id BIGINT NOT NULL,
	since DATETIME NOT NULL,
	last_at DATETIME,
	day TEXT DEFAULT '' NOT NULL,
	times INTEGER DEFAULT 0 NOT NULL,
	CONSTRAINT pk_callings PRIMARY KEY (guild_id, user_id)
);
CREATE TABLE guild_settings (
	guild_id BIGINT NOT NULL,
	"key" TEXT NOT NULL,
	value TEXT NOT NULL,
	CONSTRAINT pk_guild_settings PRIMARY KEY (guild_id, "key")
);
INSERT INTO guild_settings VALUES
(1152921504606846978,'boards','"emoji"'),(1152921504606846978,'language','"en"'),(1152921504606846978,'threads','true');
CREATE TABLE user_settings (
	user_id BIGINT NOT NULL,
	"key" TEXT NOT NULL,
	value TEXT NOT NULL,
	CONSTRAINT pk_user_settings PRIMARY KEY (user_id, "key")
);
INSERT INTO user_settings VALUES
(1152921504606847076,'language','"fr"'),
(1152921504606847076,'last_table','{"preset":"modern","rules":{"seven_scores":"played_throughout","players":2},"clock":"none","auto_draw":true,"partners_cut":false,"hints":false}'),
(1152921504606847076,'look','"text"'),(1152921504606847076,'quiet','{"start":22,"end":7,"offset":60}'),(1152921504606847077,'four_colour','true'),
(1152921504606847077,'look','"emoji"');
CREATE TABLE blocks (
	user_id BIGINT NOT NULL,
	blocked_id BIGINT NOT NULL,
	at DATETIME NOT NULL,
	CONSTRAINT pk_blocks PRIMARY KEY (user_id, blocked_id)
);
CREATE TABLE askings (
	id INTEGER NOT NULL,
	user_id BIGINT NOT NULL,
	asked_id BIGINT NOT NULL,
	at DATETIME NOT NULL,
	CONSTRAINT pk_askings PRIMARY KEY (id)
);
CREATE TABLE moderations (
	id INTEGER NOT NULL,
	guild_id BIGINT NOT NULL,
	by_id BIGINT NOT NULL,
	what TEXT NOT NULL,
	game_id INTEGER,
	about_id BIGINT,
	at DATETIME NOT NULL,
	other_id BIGINT,
	games INTEGER,
	CONSTRAINT pk_moderations PRIMARY KEY (id)
);
CREATE TABLE reports (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
	guild_id BIGINT NOT NULL,
	reporter_id BIGINT NOT NULL,
	reported_id BIGINT,
	game_id INTEGER,
	reason TEXT NOT NULL,
	at DATETIME NOT NULL,
	closed_at DATETIME,
	closed_by BIGINT,
	CONSTRAINT fk_reports_game_id_games FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE SET NULL
);
CREATE TABLE erasures (
	user_id BIGINT NOT NULL,
	guild_id BIGINT NOT NULL,
	former_id BIGINT NOT NULL,
	asked_at DATETIME NOT NULL,
	only_today BOOLEAN DEFAULT 0 NOT NULL,
	CONSTRAINT pk_erasures PRIMARY KEY (user_id, guild_id)
);
CREATE TABLE removed_servers (
	guild_id BIGINT NOT NULL,
	since DATETIME NOT NULL,
	CONSTRAINT pk_removed_servers PRIMARY KEY (guild_id)
);
CREATE TABLE heartbeat (
	id INTEGER NOT NULL,
	last_seen DATETIME NOT NULL,
	CONSTRAINT pk_heartbeat PRIMARY KEY (id)
);
INSERT INTO heartbeat VALUES
(1,'2026-03-09 13:24:43.000000');
CREATE TABLE processes (
	id BIGINT NOT NULL,
	last_seen DATETIME NOT NULL,
	name TEXT,
	version TEXT,
	started DATETIME,
	wants TEXT,
	shards INTEGER,
	leaving BOOLEAN DEFAULT 0 NOT NULL,
	CONSTRAINT pk_processes PRIMARY KEY (id)
);
CREATE TABLE claims (
	interaction_id BIGINT NOT NULL,
	process BIGINT NOT NULL,
	at DATETIME NOT NULL,
	CONSTRAINT pk_claims PRIMARY KEY (interaction_id)
);
CREATE TABLE shards (
	id INTEGER NOT NULL,
	count INTEGER NOT NULL,
	process BIGINT,
	since DATETIME,
	last_seen DATETIME,
	heir BIGINT,
	heir_ready BOOLEAN DEFAULT 0 NOT NULL,
	CONSTRAINT pk_shards PRIMARY KEY (id)
);
CREATE TABLE identifies (
	bucket INTEGER NOT NULL,
	at DATETIME NOT NULL,
	CONSTRAINT pk_identifies PRIMARY KEY (bucket)
);
CREATE INDEX ix_games_guild_id_status ON games (guild_id, status);
CREATE INDEX ix_games_in_play ON games (guild_id, id) WHERE status IN ('lobby', 'playing');
CREATE INDEX ix_games_over ON games (guild_id, ended_at, id, home_id, channel_id) WHERE (status = 'finished' OR end_reason = 'draw') AND kind != 'daily';
CREATE INDEX ix_games_rematch_of ON games (rematch_of);
CREATE INDEX ix_games_status ON games (status);
CREATE INDEX ix_games_unanswered ON games (guild_id, id) WHERE settings LIKE '%"answering":%';
CREATE INDEX ix_seats_user_id_joined_at_game_id ON seats (user_id, joined_at, game_id);
CREATE INDEX ix_actions_game_id_deal ON actions (game_id, deal);
CREATE INDEX ix_messages_open ON messages (role, game_id) WHERE NOT closed;
CREATE INDEX ix_deadlines_due_at ON deadlines (due_at);
CREATE INDEX ix_results_guild_id_user_id_ended_at ON results (guild_id, user_id, ended_at);
CREATE INDEX ix_luck_due ON luck (guild_id, game_id) WHERE deals IS NULL;
CREATE INDEX ix_left_games_at ON left_games (at);
CREATE INDEX ix_left_games_guild_id_user_id ON left_games (guild_id, user_id);
CREATE INDEX ix_ratings_by_rating ON ratings (guild_id, game_kind, (mu - 3 * sigma) DESC, mu, sigma, last_day, games, user_id);
CREATE INDEX ix_standings_by_best_deal ON standings (guild_id, season, game_kind, best_deal DESC, games, user_id);
CREATE INDEX ix_standings_by_doubles ON standings (guild_id, season, game_kind, double_beziques DESC, games, user_id);
CREATE INDEX ix_standings_by_points ON standings (guild_id, season, game_kind, (CAST(points AS FLOAT) / deals) DESC, games, user_id) WHERE deals >= 10;
CREATE INDEX ix_standings_by_wins ON standings (guild_id, season, game_kind, wins DESC, (CAST(points AS FLOAT) / games) DESC, games, user_id);
CREATE INDEX ix_meetings_by_games ON meetings (guild_id, user_id, partners, games);
CREATE INDEX ix_daily_games_game_id ON daily_games (game_id);
CREATE INDEX ix_daily_games_guild_id_number_points ON daily_games (guild_id, number, points);
CREATE INDEX ix_daily_games_number_points ON daily_games (number, points);
CREATE INDEX ix_daily_games_user_id_number ON daily_games (user_id, number);
CREATE INDEX ix_tournaments_guild_id_status ON tournaments (guild_id, status);
CREATE INDEX ix_tournaments_status ON tournaments (status);
CREATE INDEX ix_tournament_entrants_user_id ON tournament_entrants (user_id);
CREATE UNIQUE INDEX ix_tournament_pairings_game_id ON tournament_pairings (game_id);
CREATE INDEX ix_blocks_blocked_id ON blocks (blocked_id);
CREATE INDEX ix_askings_at ON askings (at);
CREATE INDEX ix_askings_user_id_asked_id_at ON askings (user_id, asked_id, at);
CREATE INDEX ix_moderations_guild_id_id ON moderations (guild_id, id);
CREATE INDEX ix_reports_game_id ON reports (game_id);
CREATE INDEX ix_reports_guild_id_closed_at ON reports (guild_id, closed_at);
CREATE INDEX ix_reports_reported_id ON reports (reported_id);
CREATE INDEX ix_reports_reporter_id_at ON reports (reporter_id, at);
CREATE INDEX ix_claims_at ON claims (at);
